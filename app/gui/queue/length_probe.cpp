// SPDX-License-Identifier: Apache-2.0
#include "app/gui/queue/length_probe.h"

#include <utility>
#include <vector>

#include "app/paths.h"
#include "inference/api/audio_info.h"

namespace tilescribe {

namespace {

constexpr std::size_t files_at_once = 16;  // between two looks at whether to stop

}  // namespace

std::optional<double> stated_length(const QString& path) {
  try {
    const double length_s = audio_streams(native_path(path)).front().duration_s;
    return length_s > 0.0 ? std::optional(length_s) : std::nullopt;
  } catch (...) {
    return 0.0;  // its job will say why
  }
}

LengthProbe::LengthProbe(LengthFunction length, ui::QueueModel& model)
    : length_(std::move(length)), model_(model) {
  connect(&model_, &ui::QueueModel::rowsInserted, this,
          [this](const QModelIndex&, int first, int last) { look_at(first, last); });
}

void LengthProbe::look_at(int first, int last) {
  for (int row = first; row <= last; ++row) {
    const ui::QueueItem& item = *model_.item_at(row);
    if (item.state == ui::JobState::waiting && !item.length_s) due_.emplace_back(item.id(), item.path);
  }
  go_on();
}

void LengthProbe::go_on() {
  if (busy_ || due_.empty() || stop_.stop_requested()) return;
  std::vector<std::pair<ui::DocumentId, QString>> files;
  while (!due_.empty() && files.size() < files_at_once) {
    // What was taken away or has begun meanwhile need not be asked.
    const ui::QueueItem* item = model_.item(due_.front().first);
    if (item != nullptr && item->state == ui::JobState::waiting) files.push_back(std::move(due_.front()));
    due_.pop_front();
  }
  if (files.empty()) return;
  busy_ = true;
  using Lengths = std::vector<std::pair<ui::DocumentId, std::optional<double>>>;
  background_.run(
      [length = length_, files, stop = stop_.get_token()] {
        Lengths lengths;
        for (const auto& [id, path] : files) {
          if (stop.stop_requested()) break;
          lengths.emplace_back(id, length(path));
        }
        return lengths;
      },
      [this](const Outcome<Lengths>& lengths) {
        busy_ = false;
        if (!lengths.value || stop_.stop_requested()) return;
        for (const auto& [id, length_s] : *lengths.value) {
          if (length_s) model_.set_length(id, *length_s);
        }
        go_on();
      });
}

void LengthProbe::finish() {
  stop_.request_stop();
}

}  // namespace tilescribe
