// SPDX-License-Identifier: Apache-2.0
#include "kernels/lab/launch_watch.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <new>
#include <system_error>

#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "kernels/core/error.h"

namespace tilescribe::kernels::lab {
namespace {

// The same clock in both processes.
std::int64_t now_ns() {
  return std::chrono::steady_clock::now().time_since_epoch() / std::chrono::nanoseconds(1);
}

}  // namespace

struct LaunchWatch::Page {
  std::atomic<std::int64_t> began_ns;  // 0: no launch runs
  std::atomic<bool> finished;
  std::array<char, 512> problem;  // ends with a zero
};

LaunchWatch::LaunchWatch() : file_(::memfd_create("tilescribe-lab", 0)) {
  if (file_ < 0 || ::ftruncate(file_, sizeof(Page)) != 0)
    throw Error("Memory shared with another process could not be made: {1}.",
                std::generic_category().message(errno));
  map();
  new (page_) Page{};
}

LaunchWatch::LaunchWatch(int file) : file_(file) {
  struct stat facts {};
  if (::fstat(file_, &facts) != 0 || facts.st_size != static_cast<off_t>(sizeof(Page)))
    throw Error("File {1} is not the page by which a kernel is watched.", file_);
  map();
}

LaunchWatch::~LaunchWatch() {
  ::munmap(page_, sizeof(Page));
  ::close(file_);
}

void LaunchWatch::map() {
  void* const page = ::mmap(nullptr, sizeof(Page), PROT_READ | PROT_WRITE, MAP_SHARED, file_, 0);
  if (page == MAP_FAILED)
    throw Error("Memory shared with another process could not be made: {1}.",
                std::generic_category().message(errno));
  page_ = static_cast<Page*>(page);
}

void LaunchWatch::begin(std::string_view problem) {
  const std::size_t length = std::min(problem.size(), page_->problem.size() - 1);
  std::memcpy(page_->problem.data(), problem.data(), length);
  page_->problem[length] = '\0';
  page_->began_ns = now_ns();
}

void LaunchWatch::end() {
  page_->began_ns = 0;
}

void LaunchWatch::finish() {
  page_->finished = true;
}

double LaunchWatch::running_s() const {
  const std::int64_t began = page_->began_ns;
  return began == 0 ? 0.0 : static_cast<double>(now_ns() - began) * 1e-9;
}

std::string LaunchWatch::problem() const {
  const auto end = std::ranges::find(page_->problem, '\0');
  return {page_->problem.begin(), end};
}

bool LaunchWatch::finished() const {
  return page_->finished;
}

LaunchWatch*& process_watch() {
  static LaunchWatch* watch = nullptr;
  return watch;
}

}  // namespace tilescribe::kernels::lab
