// SPDX-License-Identifier: Apache-2.0
// Memory that can't be had is an error with the figure.
#include "kernels/core/memory.h"

#include <QtTest>
#include <string>

using namespace tilescribe;
using namespace tilescribe::kernels;

class MemoryTest : public QObject {
  Q_OBJECT

 private slots:
  void figures_are_whole_mebibytes() {
    QCOMPARE(std::string(out_of_memory(1).what()),
             std::string("There is not enough memory: another 1 MiB were needed."));
    QCOMPARE(std::string(out_of_memory((std::size_t{5} << 20) + 1, Message("for a test")).what()),
             std::string("There is not enough memory: another 6 MiB were needed for a test."));
  }

  void more_than_an_address_space_is_refused() {
    require_memory(std::size_t{1} << 20, Message("for nothing"));
    std::string sentence;
    try {
      require_memory(std::size_t{1} << 60, Message("for a test"));
    } catch (const Error& error) {
      sentence = error.what();
    }
    QCOMPARE(sentence,
             std::string("There is not enough memory: another 1099511627776 MiB were needed for a test."));
  }
};

QTEST_APPLESS_MAIN(MemoryTest)
#include "memory_test.moc"
