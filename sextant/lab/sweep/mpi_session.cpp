// Letters are CBOR: unlike JSON text it keeps every number of a configuration, infinity too. Sends never block and
// looking for a letter never waits, so that a rank which is gone holds nobody up.
#include "sextant/lab/sweep/mpi_session.h"

#define OMPI_SKIP_MPICXX 1
#define MPICH_SKIP_MPICXX 1
#include <mpi.h>

#include <thread>

#include "sextant/core/error.h"
#include "sextant/lab/sweep/mpi_launch.h"

namespace sextant::lab {
namespace {

using Clock = std::chrono::steady_clock;
constexpr int letter_tag = 1;
constexpr auto time_for_last_letters = std::chrono::seconds(1);

void check(int code, const char* deed) {
  if (code == MPI_SUCCESS) return;
  char text[MPI_MAX_ERROR_STRING] = "";
  int length = 0;
  MPI_Error_string(code, text, &length);
  fail("MPI: {} failed: {}", deed, text);
}

}  // namespace

std::string mpi_version() {
  char text[MPI_MAX_LIBRARY_VERSION_STRING];
  int length = 0;
  MPI_Get_library_version(text, &length);  // may be asked before MPI_Init
  const std::string whole(text, static_cast<std::size_t>(length));
  return whole.substr(0, whole.find_first_of(",\n"));
}

struct MpiSession::Sending {
  std::vector<std::uint8_t> bytes;
  MPI_Request request = MPI_REQUEST_NULL;
};

MpiSession::MpiSession() {
  require_launcher();
  int given = 0;
  check(MPI_Init_thread(nullptr, nullptr, MPI_THREAD_FUNNELED, &given), "initialisation");
  MPI_Comm_set_errhandler(MPI_COMM_WORLD, MPI_ERRORS_RETURN);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  rank_ = rank;
  size_ = size;
  if (size_ >= launched_processes() && given >= MPI_THREAD_FUNNELED) return;
  MPI_Finalize();
  require(given >= MPI_THREAD_FUNNELED, "MPI: this implementation does not support threads (MPI_THREAD_FUNNELED)");
  fail(
      "MPI: {} processes were started, but this rank sees {}; use the mpirun of the MPI that sextant was "
      "built with, or srun --mpi=pmix",
      launched_processes(), size_);
}

MpiSession::~MpiSession() {
  for (Index other = 1; rank_ == 0 && other < size_; ++other)
    if (!lost_.contains(other)) send(other, finalize_);
  if (finalize_) {
    MPI_Finalize();
    return;
  }
  // The last letters need a moment, and nobody answers them.
  for (const auto end = Clock::now() + time_for_last_letters; Clock::now() < end;) {
    forget_sent();
    std::this_thread::sleep_for(time_between_looks);
  }
}

void MpiSession::send(Index rank, const Tree& message) {
  forget_sent();
  auto& sending = sending_.emplace_back();
  sending.bytes = Tree::to_cbor(message);
  // What goes wrong here is a rank that is gone, and whoever waits for it will notice.
  MPI_Isend(sending.bytes.data(), static_cast<int>(sending.bytes.size()), MPI_BYTE, static_cast<int>(rank), letter_tag,
            MPI_COMM_WORLD, &sending.request);
}

void MpiSession::lose(Index rank) {
  finalize_ = false;
  lost_.insert(rank);
  send(rank, finalize_);
}

void MpiSession::forget_sent() {
  std::erase_if(sending_, [](Sending& sending) {
    int done = 0;
    return MPI_Test(&sending.request, &done, MPI_STATUS_IGNORE) != MPI_SUCCESS || done != 0;
  });
}

std::optional<MpiSession::Letter> MpiSession::receive() {
  forget_sent();
  int came = 0;
  MPI_Status status;
  check(MPI_Iprobe(MPI_ANY_SOURCE, letter_tag, MPI_COMM_WORLD, &came, &status), "probing for messages");
  if (came == 0) return std::nullopt;
  int size = 0;
  MPI_Get_count(&status, MPI_BYTE, &size);
  std::vector<std::uint8_t> bytes(static_cast<std::size_t>(size));
  check(MPI_Recv(bytes.data(), size, MPI_BYTE, status.MPI_SOURCE, letter_tag, MPI_COMM_WORLD, MPI_STATUS_IGNORE),
        "receiving a message");
  Letter letter{status.MPI_SOURCE, Tree::from_cbor(bytes)};
  if (letter.message.is_boolean()) {  // rank 0 ends: with all the others, or without those that are lost
    finalize_ = letter.message.get<bool>();
    letter.message = nullptr;
  }
  return letter;
}

}  // namespace sextant::lab
