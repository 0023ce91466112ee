"""A matrix with a row of 3000 entries, one of one, and 38 without any."""
print("%%MatrixMarket matrix coordinate real general")
print(40, 3000, 3001)
for column in range(1, 3001):
    print(7, column, 1 / column)
print(9, 5, -1)
