// Ground motions of the PEER database.

#include "model/peer_record.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

namespace stickslip {
namespace {

const std::string words = "PEER NGA STRONG MOTION DATABASE RECORD\nEL CENTRO\nACCELERATION TIME SERIES IN UNITS OF G\n";

std::string refusal(const std::string& text) {
    try {
        static_cast<void>(read_peer_record(text, "a.AT2"));
        return "accepted";
    } catch (const std::invalid_argument& error) {
        return error.what();
    }
}

TEST(PeerRecord, ReadsTheHeadersThatAreInUse) {
    for (const char* header : {"NPTS=   7, DT=   .0100 SEC,\n", "NPTS= 7, DT= .0100 SEC\r\n",
                               "  7    0.0100    NPTS, DT\n", "NPTS, DT: 7 .01\n"}) {
        const RecordSamples s =
            read_peer_record(words + header + "  .1E-02 -.2000000E-02  3.\r\n 4 5\n\n6 -7e-3", "a.AT2");
        ASSERT_EQ(s.values.size(), 7U) << header;
        EXPECT_EQ(s.values[0], 0.001);
        EXPECT_EQ(s.values[1], -0.002);
        EXPECT_EQ(s.values[6], -0.007);
        EXPECT_EQ(s.times[0], 0.0);
        EXPECT_EQ(s.times[6], 6.0 * 0.01);
        EXPECT_TRUE(s.second.empty());
    }
}

TEST(PeerRecord, NamesTheLineOfAMistake) {
    EXPECT_EQ(refusal(words), "a.AT2:3: a PEER record begins with four lines, of which the fourth gives NPTS and DT");
    EXPECT_NE(refusal(words + "nothing\n1 2\n").find("a.AT2:4: the fourth line"), std::string::npos);
    EXPECT_NE(refusal(words + "NPTS= 1.5, DT= .01\n1\n").find("a.AT2:4: NPTS must be"), std::string::npos);
    EXPECT_NE(refusal(words + "NPTS= 3, DT= 1e308\n1 2 3\n").find("too large"), std::string::npos);
    EXPECT_NE(refusal(words + "NPTS= 2, DT= 0\n1 2\n").find("a.AT2:4: DT must be"), std::string::npos);
    EXPECT_NE(refusal(words + "NPTS= 3, DT= .01\n1 2\nx\n").find("a.AT2:6: \"x\""), std::string::npos);
    EXPECT_NE(refusal(words + "NPTS= 3, DT= .01\n1 nan 2\n").find("a.AT2:5: \"nan\""), std::string::npos);
    EXPECT_NE(refusal(words + "NPTS= 3, DT= .01\n1 2\n").find("has 2 values"), std::string::npos);
}

TEST(PeerRecord, IsKnownByItsName) {
    EXPECT_TRUE(is_peer_record("RSN6_IMPVALL.I_I-ELC180.AT2"));
    EXPECT_TRUE(is_peer_record("folder/a.at2"));
    EXPECT_FALSE(is_peer_record("a.csv"));
    EXPECT_FALSE(is_peer_record("at2"));
}

}  // namespace
}  // namespace stickslip
