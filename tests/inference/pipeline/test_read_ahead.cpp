// SPDX-License-Identifier: Apache-2.0
// Whatever happens on the thread that reads ahead is heard of by who reads.
#include <QtTest>
#include <algorithm>
#include <cstdlib>
#include <new>
#include <vector>

#include "inference/pipeline/read_ahead.h"
#include "kernels/core/error.h"

namespace {

thread_local bool starving = false;  // this thread finds no memory for as much as a block

}  // namespace

void* operator new(std::size_t size) {
  void* memory = starving && size >= 10'000 ? nullptr : std::malloc(size);
  if (memory == nullptr) throw std::bad_alloc();
  return memory;
}
void* operator new(std::size_t size, const std::nothrow_t&) noexcept {
  return starving && size >= 10'000 ? nullptr : std::malloc(size);
}
void operator delete(void* memory) noexcept {
  std::free(memory);
}
void operator delete(void* memory, std::size_t) noexcept {
  std::free(memory);
}

using namespace tilescribe;

namespace {

enum class End { whole, error, memory };

// Two seconds of ones, then its end.
class Source final : public audio::PcmReader {
 public:
  explicit Source(End end) : end_(end) {}
  std::size_t read(std::span<float> out) override {
    if (++reads_ <= 2) {
      std::fill(out.begin(), out.end(), 1.0f);
      starving = reads_ == 2 && end_ == End::memory;
      return out.size();
    }
    if (end_ == End::error) throw Error("Expected a number at 2 s, found none.");
    return 0;
  }
  double duration_s() const override { return 2.0; }
  double missing_s() const override { return 0.0; }

 private:
  End end_;
  int reads_ = 0;
};

std::size_t read_all(ReadAhead& reader) {
  std::vector<float> out(1000);
  std::size_t all = 0;
  while (const std::size_t count = reader.read(out)) all += count;
  return all;
}

}  // namespace

class TestReadAhead : public QObject {
  Q_OBJECT

 private slots:
  void all_samples_come() {
    ReadAhead reader(std::make_unique<Source>(End::whole), 1);
    QCOMPARE(read_all(reader), std::size_t{32'000});
  }

  void what_the_source_throws_comes_after_the_samples_before_it() {
    ReadAhead reader(std::make_unique<Source>(End::error), 60);
    std::vector<float> out(32'000);
    QCOMPARE(reader.read(out), out.size());
    QVERIFY_EXCEPTION_THROWN(reader.read(out), Error);
  }

  void want_of_memory_on_the_thread_is_an_error_for_who_reads() {
    ReadAhead reader(std::make_unique<Source>(End::memory), 60);
    std::vector<float> out(32'000);
    QCOMPARE(reader.read(out), out.size());
    QVERIFY_EXCEPTION_THROWN(reader.read(out), std::bad_alloc);
  }

  void it_ends_while_it_waits_for_room() {
    ReadAhead reader(std::make_unique<Source>(End::whole), 1);
    std::vector<float> out(1);
    QCOMPARE(reader.read(out), out.size());
  }
};

QTEST_GUILESS_MAIN(TestReadAhead)
#include "test_read_ahead.moc"
