//===- LogTests.cpp - searches that are kept, and replayed ----------------===//
#include "Landscapes.h"

#include "sparsec/Tune/Replay.h"

#include "llvm/ADT/SmallString.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"
#include "llvm/Support/raw_ostream.h"
#include "gtest/gtest.h"

namespace sparsec::tune {
namespace {

class LogFile : public ::testing::Test {
protected:
  void SetUp() override {
    llvm::cantFail(llvm::errorCodeToError(
        llvm::sys::fs::createTemporaryFile("tune", "log", path)));
    space.key = "k1";
    space.kernel = "spmv";
    space.recipe = "a.script";
    space.parameters = landscapeSpace().parameters();
    space.fixed = {{"finite", 1}};
    space.inputs = {{"short", 1, {{"matrix.row_mean", 6}}},
                    {"long", 2, {{"matrix.row_mean", 50}}}};
  }
  void TearDown() override { llvm::sys::fs::remove(path); }

  Log open() {
    return llvm::cantFail(
        Log::open(path.c_str(), space,
                  [&](const std::string &text) { warnings.push_back(text); }));
  }
  std::string text() {
    return (*llvm::MemoryBuffer::getFile(path))->getBuffer().str();
  }
  void write(const std::string &contents) {
    std::error_code status;
    llvm::raw_fd_ostream(path, status) << contents;
  }
  std::string refusal() {
    return llvm::toString(
        Log::read(path.c_str(), [](const std::string &) {}).takeError());
  }

  llvm::SmallString<128> path;
  LoggedSpace space;
  std::vector<std::string> warnings;
};

TEST_F(LogFile, GivesBackWhatIsAdded) {
  Log log = open();
  llvm::cantFail(log.add({{31, Outcome::Good, 2}, {1, 4}}));
  llvm::cantFail(log.add({{7, Outcome::TimedOut, 0}, {}}));
  const Log again = open();
  ASSERT_TRUE(again.find(31));
  EXPECT_EQ(again.find(31)->costs, (std::vector<double>{1, 4}));
  EXPECT_DOUBLE_EQ(again.find(31)->trial.cost, 2);
  EXPECT_EQ(again.find(7)->trial.outcome, Outcome::TimedOut);
  EXPECT_FALSE(again.find(8));
  EXPECT_TRUE(warnings.empty());
  space.key = "k2";
  EXPECT_FALSE(open().find(31));
}

TEST_F(LogFile, LeavesOutWhatWasCutOff) {
  llvm::cantFail(open().add({{31, Outcome::Good, 2}, {1, 4}}));
  write(text() + "{\"trial\":\"k1\",\"val");
  llvm::cantFail(open().add({{32, Outcome::Good, 2}, {1, 4}}));
  EXPECT_EQ(warnings.size(), 1u);
  const Log log = open();
  EXPECT_TRUE(log.find(31));
  EXPECT_TRUE(log.find(32));
}

TEST_F(LogFile, TakesNothingElse) {
  llvm::cantFail(open().add({{31, Outcome::Good, 2}, {1, 4}}));
  const std::string good = text();
  for (const char *bad :
       {"speedup 3\n", "[]\n", "{\"trial\":\"k9\"}\n",
        "{\"trial\":\"k1\",\"values\":[9,0,3],\"outcome\":\"good\",\"costs\":"
        "[1,1]}\n",
        "{\"trial\":\"k1\",\"values\":[8,0,3],\"outcome\":\"good\",\"costs\":"
        "[1]}\n",
        "{\"trial\":\"k1\",\"values\":[8,0,3],\"outcome\":\"odd\",\"costs\":"
        "[]}\n",
        "{\"trial\":\"k1\",\"values\":[8,0,3],\"outcome\":\"good\",\"costs\":"
        "[1,-1]}\n"}) {
    write(good + bad);
    EXPECT_NE(refusal().find(":3: not a search of sparsec-bench"),
              std::string::npos)
        << bad << refusal();
  }
}

/// Runs a search with the log in front, as sparsec-bench does, and stops with
/// an error after so many measurements.
std::vector<size_t> runWithLog(Log &log, const Space &space, size_t stopAfter,
                               size_t &measured) {
  const Landscape landscape{20, 0.1};
  Board board(space, allAllowed);
  auto strategy = strategyNamed("genetic")->make({3, {}});
  auto evaluate = [&](llvm::ArrayRef<size_t> numbers)
      -> llvm::Expected<std::vector<Trial>> {
    std::vector<Trial> trials;
    for (size_t number : numbers) {
      if (const LoggedTrial *known = log.find(number)) {
        trials.push_back(known->trial);
        continue;
      }
      if (measured == stopAfter)
        return llvm::createStringError("interrupted");
      ++measured;
      const double cost = landscape.cost(space, number);
      llvm::cantFail(log.add({{number, Outcome::Good, cost}, {cost, cost}}));
      trials.push_back(log.find(number)->trial);
    }
    return trials;
  };
  llvm::consumeError(search(*strategy, board, usualTrials, evaluate));
  std::vector<size_t> numbers;
  for (const Trial &trial : board.trials())
    numbers.push_back(trial.number);
  return numbers;
}

TEST_F(LogFile, ResumesASearch) {
  const Space all = landscapeSpace();
  size_t whole = 0, first = 0, second = 0;
  Log apart = llvm::cantFail(Log::open("", space, [](const std::string &) {}));
  const auto expected = runWithLog(apart, all, SIZE_MAX, whole);
  EXPECT_EQ(whole, usualTrials);
  {
    Log log = open();
    EXPECT_LT(runWithLog(log, all, 23, first).size(), usualTrials);
  }
  Log log = open();
  EXPECT_EQ(runWithLog(log, all, SIZE_MAX, second), expected);
  EXPECT_EQ(first, 23u);
  EXPECT_EQ(second, usualTrials - 23);
}

TEST_F(LogFile, IsReplayed) {
  const Space all = landscapeSpace();
  Log log = open();
  const Landscape shortRows{6, 0}, longRows{50, 0};
  for (size_t number = 0; number < all.size(); number += 2)
    llvm::cantFail(
        log.add({{number, Outcome::Good, 0},
                 {shortRows.cost(all, number), longRows.cost(all, number)}}));
  const auto searches =
      llvm::cantFail(Log::read(path.c_str(), [](const std::string &) {}));
  ASSERT_EQ(searches.size(), 1u);
  ReplayOptions options;
  options.strategy = strategyNamed("exhaustive");
  options.mostTrials = SIZE_MAX;
  options.searches = 2;
  const auto results = llvm::cantFail(replay(searches[0], options));
  ASSERT_EQ(results.size(), 2u);
  EXPECT_EQ(results[1].input, "long, 2 threads");
  EXPECT_EQ(results[0].points, 120u);
  EXPECT_EQ(results[0].missed, 0u);
  EXPECT_EQ(results[0].reached[0], results[0].reached[1]);
  EXPECT_NE(results[0].reached[0], results[1].reached[0]);
  // Where one trial is not enough, the search counts as one more.
  options.mostTrials = 1;
  const auto few = llvm::cantFail(replay(searches[0], options));
  EXPECT_EQ(few[0].missed, 2u);
  EXPECT_DOUBLE_EQ(few[0].mean(), 2);
  EXPECT_DOUBLE_EQ(few[0].median(), 2);
}

constexpr const char *modelText = R"({
  "version": 1, "pearson": 0.9,
  "inputs": ["T", "W", "K", "matrix.row_mean"],
  "mean": [1, 0, 0, 2], "deviation": [2, 1, 1, 4],
  "layers": [{"weights": [[1, 0, 0, 0], [0, 0, 0, -1]], "bias": [0, 0.5]},
             {"weights": [[2, 3]], "bias": [10]}]})";

TEST_F(LogFile, NamesWhatAModelLacks) {
  const Space all = landscapeSpace();
  const Model model = llvm::cantFail(Model::parse(modelText, "m.json"));
  EXPECT_TRUE(bool(predictionOf(model, all, space, space.inputs)));
  auto why = [&](const Space &of) {
    return llvm::toString(
        predictionOf(model, of, space, space.inputs).takeError());
  };
  EXPECT_NE(why(llvm::cantFail(Space::create({{"Z", {1}}})))
                .find("the model knows no param 'Z'"),
            std::string::npos);
  EXPECT_NE(why(llvm::cantFail(Space::create({{"T", {1}}, {"W", {1}}})))
                .find("the model asks for 'K'"),
            std::string::npos);
  space.fixed["K"] = 4;
  EXPECT_EQ(why(llvm::cantFail(Space::create({{"T", {1}}, {"W", {1}}}))), "");
}

TEST(Model, Predicts) {
  const Model model = llvm::cantFail(Model::parse(modelText, "m.json"));
  EXPECT_EQ(model.pearson(), 0.9);
  // log2(1 + 7) = 3 => 1; log2(1 + 63) = 6 => 1, and 0.5 - 1 is cut to 0.
  EXPECT_DOUBLE_EQ(
      model.predict({{"T", 7}, {"W", 0}, {"K", 0}, {"matrix.row_mean", 63}}),
      12);
  // log2(1 + 0) = 0 => -0.5 is cut to 0; 0 => -0.5, 0.5 + 0.5.
  EXPECT_DOUBLE_EQ(
      model.predict({{"T", 0}, {"W", 0}, {"K", 0}, {"matrix.row_mean", 0}}),
      13);
  EXPECT_DOUBLE_EQ(signedLog(-3), -2);
}

TEST(Model, RefusesWhatDoesNotFit) {
  auto with = [](llvm::StringRef from, llvm::StringRef to) {
    std::string text = modelText;
    text.replace(text.find(from.str()), from.size(), to.str());
    return llvm::toString(Model::parse(text, "m.json").takeError());
  };
  EXPECT_NE(with("\"version\": 1", "\"version\": 2").find("no \"version\": 1"),
            std::string::npos);
  EXPECT_NE(with("[2, 1, 1, 4]", "[2, 1, 1]").find("lists of one length"),
            std::string::npos);
  EXPECT_NE(with("[2, 1, 1, 4]", "[2, 1, 0, 4]").find("no deviation 0"),
            std::string::npos);
  EXPECT_NE(with("[[2, 3]]", "[[2, 3, 4]]").find("as many weights in a row"),
            std::string::npos);
  EXPECT_NE(with("{", "").find("it is not JSON"), std::string::npos);
}

} // namespace
} // namespace sparsec::tune
