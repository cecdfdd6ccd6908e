// Messages between ranks over MPI. A module that the program loads when it is started by mpirun: without MPI it starts
// as fast as before, and it runs where MPI is not installed.

#include <mpi.h>

#include <cstdlib>
#include <list>
#include <stdexcept>
#include <string>

#include "maps/rank_link.hpp"

namespace {

using stickslip::RankLink;
using stickslip::RankMessage;

constexpr int tag = 1;

void check(int status, const char* what) {
    if (status != MPI_SUCCESS) throw std::runtime_error(std::string("MPI: ") + what + " failed");
}

class MpiLink : public RankLink {
public:
    MpiLink() {
        int provided = 0;
        check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &provided), "MPI_Init_thread");
        check(MPI_Comm_rank(MPI_COMM_WORLD, &rank_), "MPI_Comm_rank");
        check(MPI_Comm_size(MPI_COMM_WORLD, &size_), "MPI_Comm_size");
    }
    ~MpiLink() override {
        for (Parcel& parcel : parcels_) MPI_Wait(&parcel.request, MPI_STATUS_IGNORE);
        MPI_Finalize();
    }

    [[nodiscard]] int rank() const override { return rank_; }
    [[nodiscard]] int size() const override { return size_; }

    /// Never waits for the other rank: its thread may have to wait for its turn, and this one has tiles to take in.
    void send(int to, std::span<const std::byte> bytes) override {
        Parcel& parcel = parcels_.emplace_back(Parcel{{bytes.begin(), bytes.end()}, MPI_REQUEST_NULL});
        check(MPI_Isend(parcel.bytes.data(), static_cast<int>(bytes.size()), MPI_BYTE, to, tag, MPI_COMM_WORLD,
                        &parcel.request),
              "MPI_Isend");
        drop_delivered();
    }

    [[nodiscard]] std::optional<RankMessage> receive() override {
        drop_delivered();
        int is_there = 0;
        MPI_Status status{};
        check(MPI_Iprobe(MPI_ANY_SOURCE, tag, MPI_COMM_WORLD, &is_there, &status), "MPI_Iprobe");
        if (is_there == 0) return std::nullopt;
        int size = 0;
        check(MPI_Get_count(&status, MPI_BYTE, &size), "MPI_Get_count");
        RankMessage message{status.MPI_SOURCE, std::vector<std::byte>(static_cast<std::size_t>(size))};
        check(MPI_Recv(message.bytes.data(), size, MPI_BYTE, message.from, tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
              "MPI_Recv");
        return message;
    }

    [[noreturn]] void abort(int exit_code) override {
        MPI_Abort(MPI_COMM_WORLD, exit_code);
        std::abort();
    }

private:
    /// Bytes on their way.
    struct Parcel {
        std::vector<std::byte> bytes;
        MPI_Request request;
    };

    void drop_delivered() {
        std::erase_if(parcels_, [](Parcel& parcel) {
            int is_done = 0;
            check(MPI_Test(&parcel.request, &is_done, MPI_STATUS_IGNORE), "MPI_Test");
            return is_done != 0;
        });
    }

    int rank_ = 0;
    int size_ = 1;
    std::list<Parcel> parcels_;
};

}  // namespace

/// The link of this process; the caller deletes it, which leaves the ranks.
extern "C" RankLink* stickslip_open_rank_link() { return new MpiLink; }
