// SPDX-License-Identifier: Apache-2.0
#include "app/gui/run_gui.h"

int main(int argc, char** argv) {
  using namespace tilescribe;
  LocalEngines engines;
  Capture capture;
  Lab lab;
  Models models;
  Playback playback;
  ThisDesktop desktop;
  return run_gui(argc, argv, {{engines, capture, lab, models}, playback, desktop, recordings_folder()});
}
