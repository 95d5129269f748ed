// SPDX-License-Identifier: Apache-2.0
#include "app/gui/run_gui.h"
#include "inference/api/capture.h"
#include "inference/api/model_folder.h"
#include "inference/api/transcriber.h"

int main(int argc, char** argv) {
  using namespace tilescribe;
  LocalEngines engines;
  return run_gui(argc, argv,
                 {.engines = engines,
                  .sample = sample_recording,
                  .devices = devices,
                  .check_model = check_model,
                  .capture = {.watch_sources = watch_sources,
                              .probe_level = probe_level,
                              .start_recording = start_recording,
                              .recordings = recordings,
                              .settle_recording = settle_recording,
                              .remove_old_recordings = remove_old_recordings,
                              .folder = recordings_folder()},
                  .desktop = this_desktop()});
}
