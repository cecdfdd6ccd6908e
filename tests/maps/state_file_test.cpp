#include "maps/state_file.hpp"

#include <gtest/gtest.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstring>
#include <filesystem>
#include <fstream>
#include <functional>
#include <limits>

namespace stickslip {
namespace {

namespace fs = std::filesystem;

class StateFileTest : public testing::Test {
protected:
    void SetUp() override {
        std::string pattern = (fs::temp_directory_path() / "stickslip-state-XXXXXX").string();
        ASSERT_NE(mkdtemp(pattern.data()), nullptr);
        folder_ = pattern;
        path_ = (folder_ / "map.nc.partial").string();
    }
    void TearDown() override { fs::remove_all(folder_); }

    [[nodiscard]] std::unique_ptr<StateFile> create() const {
        return StateFile::create(path_, tiling_, quantities_, request_);
    }
    [[nodiscard]] std::unique_ptr<StateFile> resume() const {
        return StateFile::resume(path_, tiling_, quantities_, request_);
    }
    [[nodiscard]] TileValues values(double first) const {
        TileValues v(layout_);
        for (std::size_t i = 0; i < layout_.cells(); ++i) v.set(1, i, first + static_cast<double>(i));
        return v;
    }
    /// What `resume` says.
    [[nodiscard]] std::string refusal() const {
        try {
            static_cast<void>(resume());
        } catch (const std::invalid_argument& error) {
            return error.what();
        }
        return "";
    }
    void overwrite(std::uint64_t at, char byte) const {
        std::fstream file(path_, std::ios::binary | std::ios::in | std::ios::out);
        file.seekp(static_cast<std::streamoff>(at));
        file.put(byte);
    }

    fs::path folder_;
    std::string path_;
    Tiling tiling_{10, 10, {4, 4}};
    std::vector<MapQuantity> quantities_{{"regime", "1", "regime", QuantityType::flag, {"a", "b"}},
                                         {"x", "m", "x", QuantityType::real}};
    TileLayout layout_{quantities_, 16};
    std::vector<RequestLine> request_{{"version", "1"}, {"case", "a = 1\nb = 2\n"}, {"x", "a=0:1:10"}};
};

TEST_F(StateFileTest, KeepsWhatWasPut) {
    {
        const auto state = create();
        EXPECT_FALSE(state->has(3));
        state->put(3, values(7.0), 2);
    }
    const auto state = resume();
    EXPECT_TRUE(state->has(3));
    EXPECT_FALSE(state->has(0));
    EXPECT_EQ(state->failures(3), 2U);
    TileValues v(layout_);
    state->get(3, v);
    EXPECT_EQ(v.bytes(), values(7.0).bytes());
}

TEST_F(StateFileTest, IsTruncatedAtAnyLength) {
    static_cast<void>(create());
    const std::uintmax_t whole = fs::file_size(path_);
    for (const std::uintmax_t size :
         {std::uintmax_t{0}, std::uintmax_t{10}, std::uintmax_t{60}, whole / 2, whole - 1}) {
        fs::resize_file(path_, size);
        EXPECT_NE(refusal(), "") << size;
    }
}

TEST_F(StateFileTest, NamesWhatDiffers) {
    static_cast<void>(create());
    request_[2].value = "a=0:1:20";
    EXPECT_NE(refusal().find("x is a=0:1:20, but was a=0:1:10"), std::string::npos) << refusal();
    request_[2].value = "a=0:1:10";
    request_[1].value = "a = 1\nb = 3\n";
    EXPECT_NE(refusal().find("case is b = 3, but was b = 2"), std::string::npos) << refusal();
    request_[1].value = "a = 1\n";
    EXPECT_NE(refusal().find("case is nothing, but was b = 2"), std::string::npos) << refusal();
}

TEST_F(StateFileTest, RefusesForeignAndDamagedFiles) {
    std::ofstream(path_) << std::string(100000, 'x');
    EXPECT_NE(refusal().find("is not the state of a map"), std::string::npos);
    fs::remove(path_);
    {
        const auto state = create();
        state->put(0, values(1.0), 0);
        EXPECT_NE(refusal().find("in use"), std::string::npos);
    }
    overwrite(fs::file_size(path_) - layout_.bytes() * 9 + 20, 'x');
    EXPECT_NE(refusal().find("damaged"), std::string::npos);
}

TEST_F(StateFileTest, ATileWithoutItsMarkIsNotThere) {
    {
        const auto state = create();
        state->put(0, values(1.0), 0);
        state->put(1, values(2.0), 0);
    }
    // As after a kill between the values and the mark of tile 1: the index begins on the second page.
    constexpr std::uint64_t index_at = 4096;
    for (std::uint64_t i = 0; i < 16; ++i) overwrite(index_at + 16 + i, '\0');
    const auto state = resume();
    EXPECT_TRUE(state->has(0));
    EXPECT_FALSE(state->has(1));
}

TEST_F(StateFileTest, DoesNotReplaceAnother) {
    static_cast<void>(create());
    EXPECT_THROW(static_cast<void>(create()), std::invalid_argument);
}

TEST(RequestLines, SurviveAsText) {
    const std::vector<RequestLine> lines{{"case", "a = \"x\\ny\"\n\n[b]\n"}, {"x", "k=0:1:2"}};
    const std::vector<RequestLine> back = lines_of(text_of(lines));
    ASSERT_EQ(back.size(), 2U);
    EXPECT_EQ(back[0].value, lines[0].value);
    EXPECT_EQ(difference(lines, back), "");
}

TEST_F(StateFileTest, TellsWhatItBelongsTo) {
    static_cast<void>(create());
    const std::vector<RequestLine> lines = StateFile::description(path_);
    EXPECT_EQ(text_of(lines), text_of(request_));
    overwrite(0, 'x');
    EXPECT_THROW(static_cast<void>(StateFile::description(path_)), std::invalid_argument);
}

TEST_F(StateFileTest, NamesTheVectors) {
    MapRequest request{
        CaseDocument::from_ratios({}), {"friction_ratio", 0.0, 1.0, 4}, {"frequency_ratio", 0.0, 1.0, 4}, {}};
    const std::vector<RequestLine> widest = describe(request);
    request.lanes = LaneWidth::one;
    EXPECT_NE(difference(describe(request), widest), "");
}

TEST_F(StateFileTest, SaysWhoIsAtWorkOnIt) {
    const auto state = create();
    const auto said = [&] {
        try {
            StateFile::require_free(path_);
        } catch (const std::invalid_argument& error) {
            return std::string(error.what());
        }
        return std::string();
    };
    EXPECT_NE(said().find("is in use by another run"), std::string::npos);
    if (fs::exists("/proc/locks")) {
        EXPECT_NE(said().find("process " + std::to_string(getpid())), std::string::npos) << said();
    }
    EXPECT_NE(refusal().find("is in use by another run"), std::string::npos);
}

TEST_F(StateFileTest, IsFreeWhenItsProcessIsGone) {
    static_cast<void>(create());
    EXPECT_NO_THROW(StateFile::require_free(path_));
}

// A byte that has the right checksum and still is no regime: whoever counts or draws regimes would read past a table.
TEST_F(StateFileTest, RefusesValuesThatNoMapHas) {
    const auto refused_with = [&](const std::function<void(TileValues&)>& spoil) {
        fs::remove(path_);
        {
            const auto state = create();
            TileValues v = values(1.0);
            spoil(v);
            state->put(2, v, 0);
        }
        return refusal();
    };
    EXPECT_EQ(refused_with([](TileValues&) {}), "");
    for (const int flag : {2, 7, 50, 127, 128, 200, 255}) {
        const std::string said = refused_with([&](TileValues& v) { v.bytes()[5] = static_cast<std::byte>(flag); });
        EXPECT_NE(said.find("regime = " + std::to_string(flag)), std::string::npos) << said;
    }
    const std::string said = refused_with([&](TileValues& v) {
        const double infinite = std::numeric_limits<double>::infinity();
        std::memcpy(v.bytes().data() + layout_.offset(1), &infinite, sizeof infinite);
    });
    EXPECT_NE(said.find("x out of its range"), std::string::npos) << said;
}

TEST_F(StateFileTest, RefusesMoreFailuresThanCells) {
    {
        const auto state = create();
        state->put(0, values(1.0), 17);
    }
    EXPECT_NE(refusal().find("more failures than cells"), std::string::npos);
}

TEST_F(StateFileTest, RefusesLinksPipesAndDevicesAtOnce) {
    ASSERT_EQ(::mkfifo(path_.c_str(), 0600), 0);
    EXPECT_NE(refusal().find("is not a regular file"), std::string::npos) << refusal();
    EXPECT_THROW(static_cast<void>(StateFile::description(path_)), std::invalid_argument);
    EXPECT_THROW(StateFile::require_free(path_), std::invalid_argument);
    fs::remove(path_);
    fs::create_symlink("/dev/zero", path_);
    EXPECT_NE(refusal().find("is a link"), std::string::npos) << refusal();
    EXPECT_THROW(static_cast<void>(create()), std::invalid_argument);
    path_ = "/dev/zero";
    EXPECT_NE(refusal().find("is not a regular file"), std::string::npos) << refusal();
}

TEST_F(StateFileTest, ReadsNoMoreThanThereIsOfADescription) {
    {
        std::ofstream file(path_, std::ios::binary);
        file << std::string(100, 'x');
    }
    EXPECT_NE(refusal(), "");
}

}  // namespace
}  // namespace stickslip
