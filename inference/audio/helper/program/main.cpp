// SPDX-License-Identifier: Apache-2.0
// tilescribe-decoder, with and without FFmpeg: decodes for our programs, which start it
// (inference/audio/helper/protocol.h).
#include "inference/audio/helper/program/run_helper.h"

int main() {
  return tilescribe::audio::run_helper({});
}
