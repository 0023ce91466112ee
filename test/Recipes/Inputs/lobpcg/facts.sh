#!/bin/sh
# facts.sh < PRINTED: what lobpcg prints without times, residuals, and digits that
# rounding may change.
sed -n '/^matrix/,/^time/p' | grep -v '^time' |
  sed -E 's/^( +[0-9]+ +[0-9] .*e.*) [0-9.e-]+$/\1/
          s/^( +[0-9]+ .*[0-9]\.[0-9]{9})[0-9]*(e[-+][0-9]+).*/\1\2/'
