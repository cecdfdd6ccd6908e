// Sets of records: files, folders and patterns, with factors.

#include "model/record_set.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>

namespace stickslip {
namespace {

class RecordSet : public testing::Test {
protected:
    RecordSet() : folder_(std::filesystem::path(testing::TempDir()) / "record-set") {
        std::filesystem::remove_all(folder_);
        std::filesystem::create_directories(folder_ / "empty");
        write("b.csv", 2.0);
        write("a.CSV", 1.0);
        write("notes.txt", 9.0);
    }
    void write(const std::string& name, double value) const {
        std::ofstream(folder_ / name) << "0,0\n1," << value << "\n";
    }
    [[nodiscard]] std::string path(const std::string& name) const { return (folder_ / name).string(); }

    void expect_refusal(const std::vector<std::string>& texts, const std::string& words) const {
        try {
            static_cast<void>(read_record_set(texts));
            FAIL() << words;
        } catch (const std::invalid_argument& refusal) {
            EXPECT_NE(std::string(refusal.what()).find(words), std::string::npos) << refusal.what();
        }
    }

private:
    std::filesystem::path folder_;
};

TEST_F(RecordSet, TakesFilesInTheOrderGivenWithTheirFactors) {
    const auto records = read_record_set({path("b.csv") + "@-1.5", path("a.CSV")});
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[0].name, path("b.csv") + "@-1.5");
    EXPECT_EQ(records[0].samples.values, (std::vector<double>{0.0, -3.0}));
    EXPECT_EQ(records[1].samples.values, (std::vector<double>{0.0, 1.0}));
}

TEST_F(RecordSet, TakesTheRecordsOfAFolderByName) {
    const auto records = read_record_set({path("")});
    ASSERT_EQ(records.size(), 2U);
    EXPECT_EQ(records[0].samples.values[1], 1.0);
    EXPECT_EQ(records[1].samples.values[1], 2.0);
}

TEST_F(RecordSet, TakesWhatFitsAPattern) {
    const auto records = read_record_set({path("*.csv") + "@2"});
    ASSERT_EQ(records.size(), 1U);
    EXPECT_EQ(records[0].samples.values[1], 4.0);
}

TEST_F(RecordSet, LeavesAnAtSignInAName) {
    write("c@home.csv", 3.0);
    EXPECT_EQ(read_record_set({path("c@home.csv")})[0].samples.values[1], 3.0);
}

TEST_F(RecordSet, RefusesWhatIsNotThereTwiceOrNothing) {
    expect_refusal({path("none.csv")}, "none.csv");
    expect_refusal({path("n*.csv")}, "no file has such a name");
    expect_refusal({path("empty")}, "holds no file of a record");
    expect_refusal({path("b.csv"), path("b.csv")}, "stands twice");
    expect_refusal({path("b.csv") + "@0"}, "factor");
    expect_refusal({path("b.csv") + "@inf"}, "factor");
    expect_refusal({}, "empty");
}

}  // namespace
}  // namespace stickslip
