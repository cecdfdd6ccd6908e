// Verdicts are computed: whatever number of an entry is changed, its verdict changes.

#include "validation/verdict.hpp"

#include <gtest/gtest.h>

#include <set>

#include "validation/figure.hpp"

namespace stickslip::validation {
namespace {

constexpr RunSettings quick{.is_quick = true};

Entry entry_with(const std::string& checks, const std::string& verdict = "reproduced") {
    return parse_entry(
        "title = 't'\nsource = 's'\nwhere = 'w'\nstatement = 'p'\nreason = 'r'\nverdict = '" + verdict + "'\n" + checks,
        "test-entry.toml");
}

Verdict verdict_of(const std::string& checks) { return evaluate(entry_with(checks), quick).verdict; }

TEST(Verdict, IsReproducedWhereTheValuesAgree) {
    EXPECT_EQ(verdict_of("[[check]]\nwhat = 'x'\nprinted = 2\ncomputed = '1 + 1'"), Verdict::reproduced);
    EXPECT_EQ(verdict_of("[[check]]\nwhat = 'x'\nprinted = 2\ncomputed = '2.1'\ntolerance = 0.2"), Verdict::reproduced);
    EXPECT_EQ(verdict_of("[[check]]\nwhat = 'x'\nprinted = 2\ncomputed = '2.1'\nrelative = 0.04"),
              Verdict::not_reproduced);
}

TEST(Verdict, OfAWrongPrintNeedsTheCorrectionToHold) {
    const std::string wrong = "[[check]]\nwhat = 'x'\nprinted = 3\ncomputed = '1 + 1'\n";
    EXPECT_EQ(verdict_of(wrong), Verdict::not_reproduced);
    EXPECT_EQ(verdict_of(wrong + "right = 2"), Verdict::printed_wrong);
    EXPECT_EQ(verdict_of(wrong + "right = 4"), Verdict::not_reproduced);
    EXPECT_EQ(verdict_of("[[check]]\nwhat = 'x'\nprinted = 2\nright = 2\ncomputed = '2'"), Verdict::not_reproduced);
}

TEST(Verdict, IsOpenWhereReadingsDiffer) {
    const std::string readings = "[[check]]\nwhat = 'x'\nlabels = ['a', 'b']\ntolerance = 0.1\nreadings = ";
    EXPECT_EQ(verdict_of(readings + "[1, 2]"), Verdict::not_decidable);
    EXPECT_EQ(verdict_of(readings + "[1, 1.05]"), Verdict::not_reproduced);
}

TEST(Verdict, OfWhatCannotBeComputedIsAFailureWithItsReason) {
    const EntryResult r = evaluate(entry_with("[[check]]\nwhat = 'x'\nprinted = 2\ncomputed = 'nothing'"), quick);
    EXPECT_EQ(r.verdict, Verdict::not_reproduced);
    EXPECT_NE(r.failure.find("nothing"), std::string::npos);
}

TEST(Verdict, OverARangeIsThatOfItsWorstPoint) {
    const EntryResult r = evaluate(
        entry_with("[[check]]\nwhat = 'x = {x}'\nprinted = 0\ncomputed = 'x'\ntolerance = 0.5\nover = {x = [0, 1, 5]}"),
        quick);
    EXPECT_EQ(r.verdict, Verdict::not_reproduced);
    ASSERT_EQ(r.checks.size(), 1U);
    EXPECT_EQ(r.checks.front().points, 5);
    EXPECT_EQ(r.checks.front().what, "x = 1");
}

TEST(Scope, NamesTheRunsThatNeedEachOther) {
    const EntryResult r =
        evaluate(entry_with("[[check]]\nwhat = 'x'\nprinted = 1\ncomputed = 'a.value'\n"
                            "[run.a]\nkind = 'maximum'\nof = 't + b.value'\nover = 't'\nfrom = 0\nto = 1\n"
                            "[run.b]\nkind = 'maximum'\nof = 't + a.value'\nover = 't'\nfrom = 0\nto = 1"),
                 quick);
    EXPECT_EQ(r.verdict, Verdict::not_reproduced);
    EXPECT_NE(r.failure.find("in a circle: a needs b needs a"), std::string::npos) << r.failure;
}

TEST(Runs, SayWhatTheyCannotTell) {
    const auto failure = [](const std::string& formula, const std::string& run) {
        return evaluate(entry_with("[[check]]\nwhat = 'x'\nprinted = 1\ncomputed = '" + formula + "'\n[run.r]\n" + run),
                        quick)
            .failure;
    };
    const auto says = [&](const char* sentence, const std::string& formula, const std::string& run) {
        const std::string said = failure(formula, run);
        EXPECT_NE(said.find(sentence), std::string::npos) << formula << ": " << said;
    };
    const std::string motion = "kind = 'motion'\ncase = 'dlubal-0116'\n";
    says("too few events", "r.event_1000", motion);
    says("the load has no cycles to count in", "r.stops_in_cycle_1", motion);
    says("the motion is shorter", "r.stops_in_cycle_10000", "kind = 'motion'\ncase = 'hong-liu-fig10'\n");
    says("has no result nonsense", "r.nonsense", motion);
    says("there are fewer slides", "r.begin_9", "kind = 'steady'\ncase = 'riddoch-fig5'\n");
    says("q.x has no meaning", "q.x", motion);
    says("a run of kind \"guess\" is unknown; known are ", "r.x", "kind = 'guess'\n");
}

TEST(SteadyRun, TellsTheSlidesOfACycleFromInside) {
    // Two stops, f = 0.4, Ω = 0.5: a slide begins where the spring force reaches the bound and ends at rest.
    const std::string run = "[run.s]\nkind = 'steady'\ncase = 'riddoch-fig5'\nfrom = 'pi'\n";
    const auto holds = [&](const std::string& formula) {
        return verdict_of("[[check]]\nwhat = 'x'\nprinted = 1\ncomputed = '" + formula + "'\n" + run) ==
               Verdict::reproduced;
    };
    EXPECT_TRUE(holds("s.slides == 2"));
    EXPECT_TRUE(holds("s.begin_1 >= pi && s.begin_1 < s.end_1 && s.end_1 < s.begin_2"));
    EXPECT_TRUE(holds("abs(s.spring_begin_1 + 0.4) < 1e-13 && abs(s.spring_begin_2 - 0.4) < 1e-13"));
    EXPECT_TRUE(holds("abs(s.a_end_1) > 0.1 && abs(s.v_end_1) < 1e-13"));
    EXPECT_FALSE(holds("s.begin_3 > 0"));
}

TEST(Entry, WithAMistakeIsRefusedWithItsFileName) {
    const auto message = [](const std::string& text) -> std::string {
        try {
            static_cast<void>(parse_entry(text, "folder/mine.toml"));
            return "accepted";
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
    };
    EXPECT_NE(message("title = ").find("folder/mine.toml:1"), std::string::npos);
    EXPECT_NE(message("title = 't'\ncolour = 3").find("colour"), std::string::npos);
    EXPECT_NE(message("title = 't'").find("source"), std::string::npos);
    const std::string head =
        "title = 't'\nsource = 's'\nwhere = 'w'\nstatement = 'p'\nreason = 'r'\nverdict = 'reproduced'\n";
    const std::string check = "[[check]]\nwhat = 'x'\n";
    const std::string name = "folder/mine.toml: ";
    ASSERT_EQ(message(head + check + "printed = 1\ncomputed = '1'"), "accepted");
    EXPECT_EQ(message(head), name + "there is no [[check]]");
    EXPECT_EQ(message("order = 'first'\n" + head + check), name + "order must be a number");
    EXPECT_EQ(message("title = 3\n" + head.substr(head.find('\n') + 1)), name + "title is missing or not a text");
    EXPECT_EQ(message(head + "[[check]]\nprinted = 1\ncomputed = '1'"), name + "a [[check]] must say what it compares");
    EXPECT_EQ(message(head + check + "printed = 1"), name + "a [[check]] needs either computed or readings");
    EXPECT_EQ(message(head + check + "computed = '1'"),
              name + "a [[check]] with computed needs either printed or reference");
    EXPECT_EQ(message(head + check + "reference = 1\nright = 1\ncomputed = '1'"),
              name + "right corrects what is printed, so a [[check]] with right needs printed");
    EXPECT_EQ(message(head + check + "colour = 1"), name + "the key colour has no place in [[check]]");
    EXPECT_EQ(message(head + check + "printed = 1\ncomputed = '1'\n[figure]\nsize = 1"),
              name + "the key size has no place in [figure]");
    std::string guessed = head;
    guessed.replace(guessed.find("reproduced"), 10, "guessed");
    EXPECT_EQ(message(guessed + check),
              name + "verdict = \"guessed\" must be \"reproduced\", \"printed wrong\" or \"not decidable\"");
    EXPECT_EQ(message(head + "when = 2000-01-01"), name + "dates have no meaning here");
}

/// Lyapunov exponents take their time; what is tested here is the judge.
bool is_slow(const Entry& e) { return e.content.dump().find("\"lyapunov\"") != std::string::npos; }

std::string formula_of(const Tree& value) {
    return value.is_string() ? std::string("(").append(value.get<std::string>()).append(")") : value.dump();
}

class EveryEntry : public testing::TestWithParam<Entry> {};

TEST_P(EveryEntry, NoticesAChangedNumber) {
    const Entry& original = GetParam();
    for (std::size_t i = 0; i < original.content.at("check").size(); ++i) {
        Entry changed = original;
        Tree check = original.content.at("check").at(i);
        if (check.contains("readings")) continue;
        const char* const plain = check.contains("printed") ? "printed" : "reference";
        const char* const key = check.contains("right") ? "right" : plain;
        const std::string value = formula_of(check.at(key));
        const std::string beyond = check.contains("tolerance") ? "10*" + formula_of(check.at("tolerance")) : "0";
        const std::string relative = check.contains("relative") ? "10*" + formula_of(check.at("relative")) : "0";
        check[key] = value + " + 1e-6 + " + beyond + " + abs(" + value + ")*" + relative;
        changed.content["check"] = Tree::array({check});
        const EntryResult result = evaluate(changed, quick);
        EXPECT_EQ(result.verdict, Verdict::not_reproduced) << check.at("what");
        EXPECT_EQ(result.failure, "");
    }
}

std::vector<Entry> fast_entries() {
    std::vector<Entry> entries = built_in_entries();
    std::erase_if(entries, is_slow);
    return entries;
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, EveryEntry, testing::ValuesIn(fast_entries()), [](const auto& item) {
    std::string name = item.param.id;
    for (char& c : name) c = c == '-' ? '_' : c;
    return name;
});

TEST(BuiltInEntries, HaveAFigureForEveryFigureOfThePapers) {
    const std::set<std::string> drawn = [] {
        std::set<std::string> ids;
        for (const Entry& e : built_in_entries()) {
            if (e.content.contains("figure")) ids.insert(e.id);
        }
        return ids;
    }();
    for (const char* id :
         {"hong-liu-fig5",  "hong-liu-fig7",  "riddoch-fig2",   "hong-liu-fig6",   "hong-liu-fig8",  "hong-liu-fig9",
          "hong-liu-fig10", "hong-liu-fig11", "hong-liu-fig12", "hong-liu-fig13",  "hong-liu-fig14", "hong-liu-fig15",
          "hong-liu-fig16", "dlubal-table",   "riddoch-fig3",   "riddoch-fig4",    "riddoch-fig5",   "riddoch-fig6",
          "riddoch-fig7",   "riddoch-fig8",   "riddoch-fig9",   "riddoch-fig10",   "riddoch-fig11",  "liu-fig5",
          "liu-fig6",       "liu-fig7",       "liu-fig8",       "liu-fig9",        "liu-fig10",      "liu-fig11",
          "liu-fig12",      "liu-fig13",      "liu-eq107",      "stefanski-fig3a", "stefanski-fig3b"}) {
        EXPECT_TRUE(drawn.contains(id)) << id;
    }
}

TEST(Figures, HoldTheNumbersTheyShow) {
    for (const Entry& e : built_in_entries()) {
        if (e.id != "riddoch-fig10") continue;
        const std::optional<Figure> figure = figure_of(e, quick);
        ASSERT_TRUE(figure.has_value());
        const FigureCurve& curve = figure->panels.at(0).curves.at(0);
        EXPECT_GT(curve.points.size(), 20U);
        EXPECT_NEAR(curve.points.front().y, 0.0, 1e-3);
        EXPECT_LT(curve.points.back().y, 0.7854);
        EXPECT_GT(curve.points.back().y, 0.7);
    }
}

}  // namespace
}  // namespace stickslip::validation
