#!/bin/sh
# facts.sh < PRINTED: what sgd prints without times.
sed -n '/^ratings/,/^time/p' | grep -v '^time' |
  sed -E 's/^(( +[^ ]+){4}) .*/\1/'
