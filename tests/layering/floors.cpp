// SPDX-License-Identifier: Apache-2.0
#include "tests/layering/floors.h"

#include <regex>
#include <vector>

namespace tilescribe::layering {
namespace {

// An inner room: its files by their paths below the room, a regular expression.
struct Inner {
  Inner(const char* called, const char* pattern) : name(called), files(pattern) {}
  std::string name;
  std::regex files;
};
using Floor = std::vector<Inner>;  // neighbours, which do not know each other

struct House {
  std::string room;
  std::vector<Floor> floors;  // the lowest first; a file is in the highest that its path matches
};

// A new inner room is one line here.
const std::vector<House>& houses() {
  static const std::vector<House> all = {
      {"kernels/",
       {
           {{"core", "core/"}},
           {{"device", "device/"}, {"jit", "jit/"}},
           {{"tile", "tile/"}},
           {{"launchers", "ops/"}},
           {{"profile", "profile/"}},
           {{"backend", "backend/"}},
           {{"contracts", R"(ops/(\w+\.h|(\w+)/(\2\.h|\w+\.cpp)))"}},
           {{"engine cpu", "backend/cpu/"},
            {"engines cuda", "backend/cuda/"},
            {"references", "backend/reference/"}},
           {{"variants", R"(ops/(\w+/\w+_(cpu|cuda|baseline|tile_variants)\.\w+|(all_)?tile_variants\.h))"}},
           {{"check", "check/"}},
           {{"tune", "tune/"}, {"lab", "lab/"}},
       }},
      {"inference/",
       {
           {{"api", "api/"}},
           {{"audio", "audio/"},
            {"features", "features/"},
            {"text", "text/"},
            {"weights", "weights/"},
            {"transcript", "transcript/"},
            {"profile", "profile/"}},
           {{"export", "export/"},
            {"speakers", "speakers/"},
            {"layers", "layers/"},
            {"download", "download/"}},
           {{"model", "model/"}, {"live", "live/"}, {"store", "store/"}, {"cleanup", "cleanup/"}},
           {{"generate", "generate/"}, {"align", "align/"}, {"archive", "archive/"}, {"report", "report/"}},
           {{"search", "search/"}},
           {{"pipeline", "pipeline/"}},
           {{"measure", "measure/"}, {"catalog", "catalog/"}, {"remote", "remote/"}},
           {{"local", "local/"}},
           {{"lab", "lab/"}},
       }},
      {"ui/",
       {
           {{"ui", R"(\w+\.)"}, {"document", "document/"}, {"theme", "theme/"}},
           {{"widgets", "widgets/"}, {"scale", "scale/"}},
           {{"shell", "shell/"}, {"chart", "chart/"}, {"profile", "profile/"}},
           {{"settings", "settings/"},
            {"pages", "pages/"},
            {"models", "models/"},
            {"vocabulary", "vocabulary/"}},
           {{"queue", "queue/"},
            {"window", "window/"},
            {"exporting", "exporting/"},
            {"library", "library/"},
            {"captions", "captions/"}},
           {{"transcript", "transcript/"}},
           {{"playback", "playback/"}, {"recording", "recording/"}, {"profiling", "profiling/"}},
           {{"lab", "lab/"}},
       }},
      {"app/",
       {
           {{"app", R"(\w+\.)"}, {"scheduler", "scheduler/"}},
           {{"machine", "machine/"}, {"service", "service/"}, {"protocol", "protocol/"}},
           {{"server", "server/"}},
           {{"cli", "cli/"}, {"gui", "gui/"}},
       }},
  };
  return all;
}

struct Place {
  int floor = -1;  // -1: on none
  const Inner* inner = nullptr;
};

Place place_of(const House& house, const std::string& path) {
  const std::string below = path.substr(house.room.size());
  for (int floor = static_cast<int>(house.floors.size()) - 1; floor >= 0; --floor) {
    for (const Inner& inner : house.floors[static_cast<std::size_t>(floor)]) {
      if (std::regex_search(below, inner.files, std::regex_constants::match_continuous))
        return {floor, &inner};
    }
  }
  return {};
}

}  // namespace

std::optional<std::string> why_off_its_floor(const std::string& path, const std::string& target) {
  for (const House& house : houses()) {
    if (!path.starts_with(house.room) || !target.starts_with(house.room)) continue;
    const Place from = place_of(house, path), to = place_of(house, target);
    if (from.floor < 0 || to.floor < 0) {
      return (from.floor < 0 ? path : target) + " lies on no floor of " + house.room +
             " in tests/layering/floors.cpp";
    }
    if (to.floor < from.floor || to.inner == from.inner) return std::nullopt;
    return "in " + house.room + " " + from.inner->name + " must not know " + to.inner->name +
           (to.floor == from.floor ? ", its neighbour" : ", which lies above it");
  }
  return std::nullopt;
}

}  // namespace tilescribe::layering
