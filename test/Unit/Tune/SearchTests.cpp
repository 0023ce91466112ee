//===- SearchTests.cpp - strategies on times by formula -------------------===//
#include "Landscapes.h"

#include "llvm/ADT/DenseSet.h"
#include "gtest/gtest.h"

namespace sparsec::tune {
namespace {

/// A search that ran to its end.
std::vector<Trial> run(const Space &space, llvm::StringRef strategy,
                       const StrategyOptions &options, size_t most,
                       const std::function<double(size_t)> &costOf,
                       const Board::IsAllowed &isAllowed = allAllowed) {
  Board board(space, isAllowed);
  auto made = strategyNamed(strategy)->make(options);
  llvm::cantFail(search(*made, board, most, answering(costOf)));
  return board.trials();
}

/// Mean trials to within 2 % over 40 seeds; one that misses counts as all.
double meanTrials(const Space &space, llvm::StringRef strategy,
                  const Landscape &landscape,
                  const std::function<double(size_t)> &predict = {}) {
  double sum = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const auto trials =
        run(space, strategy, {seed, predict}, space.size(),
            [&](size_t number) { return landscape.cost(space, number); });
    sum += double(trialsToReach(trials, landscape.best(space), 0.02));
  }
  return sum / 40;
}

TEST(Strategies, TryEachPointOnceAndOnlyAllowedOnes) {
  const Space space = landscapeSpace();
  const Landscape landscape;
  auto isAllowed = [&](size_t number) {
    return space.values(number)[0] * space.values(number)[2] <= 512;
  };
  size_t allowed = 0;
  for (size_t number = 0; number < space.size(); ++number)
    allowed += isAllowed(number);
  for (const StrategyKind &kind : strategies()) {
    const auto trials = run(
        space, kind.name, {7, [](size_t number) { return double(number); }},
        space.size(),
        [&](size_t number) { return landscape.cost(space, number); },
        isAllowed);
    llvm::DenseSet<size_t> seen;
    for (const Trial &trial : trials) {
      EXPECT_TRUE(isAllowed(trial.number)) << kind.name.str();
      EXPECT_TRUE(seen.insert(trial.number).second) << kind.name.str();
    }
    EXPECT_EQ(trials.size(), allowed) << kind.name.str();
  }
}

TEST(Strategies, StopAtTheLimit) {
  const Space space = landscapeSpace();
  for (const StrategyKind &kind : strategies())
    for (size_t most : {1, 5, 16, 21, 46})
      EXPECT_EQ(run(space, kind.name, {1, [](size_t) { return 0.0; }}, most,
                    [](size_t) { return 1.0; })
                    .size(),
                most)
          << kind.name.str();
}

TEST(Strategies, AreTheSameAgainWithOneSeed) {
  const Space space = landscapeSpace();
  const Landscape landscape{20, 0.1};
  auto numbers = [&](llvm::StringRef strategy, unsigned seed) {
    std::vector<size_t> order;
    for (const Trial &trial :
         run(space, strategy, {seed, [](size_t n) { return -double(n); }}, 46,
             [&](size_t number) { return landscape.cost(space, number); }))
      order.push_back(trial.number);
    return order;
  };
  for (llvm::StringRef name : {"random", "genetic", "model"}) {
    EXPECT_EQ(numbers(name, 3), numbers(name, 3)) << name.str();
    EXPECT_NE(numbers(name, 3), numbers(name, 4)) << name.str();
  }
}

TEST(Strategies, TakeOneCandidateOrNone) {
  const Space one = llvm::cantFail(Space::create({{"T", {4}}})),
              nothing = llvm::cantFail(Space::create({}));
  auto costs = [](size_t) { return 1.0; };
  for (const StrategyKind &kind : strategies()) {
    const StrategyOptions options{1, [](size_t) { return 0.0; }};
    EXPECT_EQ(run(one, kind.name, options, 46, costs).size(), 1u);
    // No param: the recipe as it is.
    EXPECT_EQ(run(nothing, kind.name, options, 46, costs).size(), 1u);
    EXPECT_EQ(
        run(one, kind.name, options, 46, costs, [](size_t) { return false; })
            .size(),
        0u);
  }
}

TEST(Strategies, BreedNothingFromFailures) {
  const Space space = landscapeSpace();
  const Landscape landscape{40, 0};
  for (const StrategyKind &kind : strategies()) {
    Board board(space, allAllowed);
    auto made = kind.make({5, [](size_t n) { return double(n); }});
    // Half fails, and would be the fastest.
    auto evaluate = [&](llvm::ArrayRef<size_t> numbers) {
      std::vector<Trial> trials;
      for (size_t n : numbers)
        trials.push_back(n % 2
                             ? Trial{n, Outcome::Good, landscape.cost(space, n)}
                         : n % 4 ? Trial{n, Outcome::Wrong, 0}
                                 : Trial{n, Outcome::TimedOut, 0});
      return llvm::Expected<std::vector<Trial>>(std::move(trials));
    };
    llvm::cantFail(search(*made, board, 46, evaluate));
    ASSERT_FALSE(board.ranking().empty());
    for (const Trial &trial : board.ranking())
      EXPECT_EQ(trial.number % 2, 1u) << kind.name.str();
    EXPECT_EQ(board.trials().size(), 46u) << kind.name.str();
  }
}

TEST(Strategies, EndWhereAllFail) {
  const Space space = llvm::cantFail(Space::create({{"T", {1, 2, 3}}}));
  for (const StrategyKind &kind : strategies()) {
    Board board(space, allAllowed);
    auto made = kind.make({5, [](size_t n) { return double(n); }});
    auto evaluate = [](llvm::ArrayRef<size_t> numbers) {
      std::vector<Trial> trials;
      for (size_t n : numbers)
        trials.push_back({n, Outcome::Unbuilt, 0});
      return llvm::Expected<std::vector<Trial>>(std::move(trials));
    };
    llvm::cantFail(search(*made, board, 46, evaluate));
    EXPECT_EQ(board.trials().size(), 3u) << kind.name.str();
    EXPECT_TRUE(board.ranking().empty());
  }
}

TEST(Strategies, NeedFewerTrialsTheMoreTheyKnow) {
  const Space space = landscapeSpace();
  // The model is of rows of 8 and 12 entries; the matrices have others, and a
  // ripple that it knows nothing of.
  auto predict = [&](size_t number) {
    return -Landscape{8, 0}.cost(space, number) -
           Landscape{12, 0}.cost(space, number);
  };
  double random = 0, genetic = 0, guided = 0;
  for (double rowMean : {4.0, 20.0, 40.0}) {
    const Landscape landscape{rowMean, 0.02};
    random += meanTrials(space, "random", landscape) / 3;
    genetic += meanTrials(space, "genetic", landscape) / 3;
    guided += meanTrials(space, "model", landscape, predict) / 3;
  }
  RecordProperty("random", std::to_string(random));
  RecordProperty("genetic", std::to_string(genetic));
  RecordProperty("model", std::to_string(guided));
  EXPECT_LT(genetic, 0.8 * random);
  EXPECT_LT(guided, 0.8 * genetic);
}

TEST(Strategies, SurviveAModelThatIsWrong) {
  const Space space = landscapeSpace();
  const Landscape landscape{20, 0.02};
  // It takes the slowest for the fastest.
  const double misled =
      meanTrials(space, "model", landscape,
                 [&](size_t number) { return landscape.cost(space, number); });
  EXPECT_LT(misled,
            meanTrials(space, "genetic", landscape) + double(populationSize));
}

TEST(Board, ClaimsTheNearestThatIsLeft) {
  const Space space =
      llvm::cantFail(Space::create({{"A", {1, 2, 3}}, {"B", {1, 2, 3}}}));
  std::vector<size_t> asked;
  Board board(space, [&](size_t number) {
    asked.push_back(number);
    return number != 4 && number != 1;
  });
  // 4 is the middle, which is refused, as is the first neighbour.
  EXPECT_EQ(board.claimNearest(4), 3u);
  EXPECT_EQ(asked, (std::vector<size_t>{4, 1, 3}));
  EXPECT_EQ(board.claimNearest(4), 5u);
  EXPECT_EQ(board.claimNearest(4), 7u);
  EXPECT_EQ(board.claimNearest(0), 0u);
  // What was refused is not asked again.
  EXPECT_EQ(asked.size(), 6u);
  EXPECT_EQ(board.refused(), 2u);
  for (size_t rest : {2, 6, 8})
    EXPECT_TRUE(board.claim(rest));
  EXPECT_TRUE(board.isExhausted());
  EXPECT_FALSE(board.claimNearest(4));
}

TEST(Space, NumbersItsPoints) {
  const Space space = landscapeSpace();
  EXPECT_EQ(space.size(), 240u);
  for (size_t number = 0; number < space.size(); ++number)
    EXPECT_EQ(space.numberOf(space.at(number)), number);
  EXPECT_EQ(space.settings(31),
            (std::vector<std::string>{"T=16", "W=0", "K=3"}));
}

TEST(Space, HasALimit) {
  std::vector<long> many(1025, 1);
  EXPECT_EQ(
      llvm::toString(Space::create({{"A", many}, {"B", many}}).takeError()),
      "its params have more than 1048576 combinations; fix some with "
      "-set, or give shorter lists of candidates");
  EXPECT_EQ(llvm::toString(Space::create({{"A", {}}}).takeError()),
            "'A' has no values to try");
}

} // namespace
} // namespace sparsec::tune
