// SPDX-License-Identifier: Apache-2.0
#include "app/gui/run_gui.h"
#include "inference/api/transcriber.h"

int main(int argc, char** argv) {
  return tilescribe::run_gui(argc, argv, tilescribe::open_transcriber, tilescribe::sample_recording,
                             tilescribe::devices);
}
