// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QByteArray>
#include <QKeySequence>
#include <QPoint>
#include <QRect>
#include <QString>
#include <QVariant>
#include <cstdint>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "inference/api/clean_up.h"
#include "inference/api/export.h"
#include "inference/api/options.h"
#include "inference/api/word_rules.h"
#include "ui/settings/caption_settings.h"
#include "ui/theme/theme.h"
#include "ui/translations.h"

class QSettings;

namespace tilescribe::ui {

struct RecordingSettings {
  double pause_s = 0.6;     // silence that ends an utterance, seconds: 0.2…3
  int keep_days = 0;        // how long recordings are kept; 0: forever
  QKeySequence shortcut;    // starts and stops a recording from any window; empty: off
  bool types_text = false;  // fixed text is typed into the active window

  bool operator==(const RecordingSettings&) const = default;
};

struct ExportSettings {
  ExportFormat format = ExportFormat::txt;
  ExportOptions options = {};
  QString pattern = QStringLiteral("{name}");  // of file names, where many are exported at once

  bool operator==(const ExportSettings&) const = default;
};

/// One value in the settings file.
template <class Value>
class Setting {
 public:
  Setting(QSettings& file, const char* key, Value otherwise = {})
      : file_(file), key_(key), otherwise_(std::move(otherwise)) {}

  /// `otherwise` if the file has no value, or a wrong one.
  Value get() const;
  void set(const Value& value);

 private:
  QSettings& file_;
  const char* key_;
  Value otherwise_;
};

/// What the user chose and what the windows remember: all that the settings file holds, with its defaults.
/// The file names its version. Files of older versions are converted. In a file of a newer version, whatever
/// this version does not know stays. A file that can't be parsed is copied to NAME.unreadable first.
class Settings {
  std::unique_ptr<QSettings> file_;  // first: the settings refer to it

 public:
  Settings();                              // in the user's own file
  explicit Settings(const QString& path);  // in this file, which need not exist
  ~Settings();

  QString path() const;

  // Values that belong together. Numbers out of range are limited to it.
  EngineOptions engine() const;
  /// With a server's address, but without its key, which is the keyring's.
  void set_engine(const EngineOptions& options);
  RecordingSettings recording() const;
  void set_recording(const RecordingSettings& chosen);
  /// Words with a token below this probability are marked, 0…1; 0: none.
  double unsure_below() const;
  void set_unsure_below(double probability);
  /// Takes over what another window has written since.
  void reread();
  /// How long transcripts are kept, days; 0: forever.
  int keep_texts_days() const;
  void set_keep_texts_days(int days);
  /// Whether what is old by this clock (seconds since 1970) may be removed. Not where it shows more than a
  /// week after the last time this was asked, until it has done so for a day: it may be wrong, and what is
  /// removed is gone.
  bool trusts_clock(std::int64_t now_s);
  ExportSettings exporting() const;
  void set_exporting(const ExportSettings& chosen);
  CaptionSettings captions() const;
  void set_captions(const CaptionSettings& chosen);
  /// Where captions stand on this screen, from the corner of its free area on; empty: nothing is kept.
  QRect caption_place(const QString& screen) const;
  void set_caption_place(const QString& screen, const QRect& place);

  /// Words of the user's own, by their profiles' names, and the chosen one's; empty: none.
  std::vector<WordProfile> word_profiles() const;
  void set_word_profiles(const std::vector<WordProfile>& profiles);
  Setting<QString> word_profile{*file_, "words/chosen"};

  /// The user's own chat service that corrects texts; no address: none.
  CleanUpOptions clean_up() const;
  void set_clean_up(const CleanUpOptions& chosen);

  /// What a page keeps by itself; invalid: nothing yet.
  QVariant of_page(const QString& page, const QString& name) const;
  void set_of_page(const QString& page, const QString& name, const QVariant& value);

  // The source of sound; empty: the system's own choice.
  Setting<QString> source{*file_, "recording/source"};
  Setting<QString> source_name{*file_, "recording/sourceName"};  // for people

  Setting<ThemeChoice> theme{*file_, "view/theme"};
  Setting<Language> language{*file_, "view/language"};
  Setting<int> zoom{*file_, "view/zoom", 100};  // of the text, percent
  Setting<bool> times{*file_, "view/timestamps", true};
  Setting<bool> live_costs{*file_, "view/liveCosts"};
  Setting<bool> compact_list{*file_, "view/compactList"};  // of files: one line each

  Setting<QByteArray> geometry{*file_, "window/geometry"};
  Setting<QByteArray> splitter{*file_, "window/splitter"};
  Setting<QByteArray> live_splitter{*file_, "window/liveSplitter"};
  Setting<QString> open_folder{*file_, "window/folder"};
  Setting<QString> export_folder{*file_, "window/exportFolder"};
  Setting<std::optional<QPoint>> small_window{*file_, "window/small"};  // where it was dragged to
  Setting<QString> caption_screen{*file_, "captions/screen"};           // that shows the captions
  Setting<QString> audience_screen{*file_, "captions/audienceScreen"};

  Setting<QString> watched_folder{*file_, "queue/watchedFolder"};  // empty: none
  Setting<bool> word_times{*file_, "queue/wordTimes"};             // of every word in new files
  Setting<bool> word_ngram{*file_, "queue/wordNgram", true};       // texts of new files are searched
  Setting<bool> speakers{*file_, "queue/speakers"};                // each channel of a file is a speaker's
  Setting<bool> skips_done{*file_, "queue/skipsDone"};  // also files that did not come from that folder

  // What the user has been told once.
  Setting<bool> welcomed{*file_, "notes/welcomed"};
  Setting<bool> told_of_tray{*file_, "notes/tray"};
  Setting<bool> limits_dismissed{*file_, "notes/limits"};  // of the demo model

 private:
  Setting<double> unsure_below_{*file_, "view/unsureBelow"};
  Setting<int> keep_texts_days_{*file_, "library/keepTextsDays"};
  Setting<QString> word_profiles_{*file_, "words/profiles"};  // JSON

  void close_file();

  Setting<QString> clean_up_address_{*file_, "cleanUp/address"};
  Setting<QString> clean_up_model_{*file_, "cleanUp/model"};
  Setting<QString> clean_up_key_{*file_, "cleanUp/key"};
  Setting<QString> clean_up_instruction_{*file_, "cleanUp/instruction"};

  Setting<QString> model_{*file_, "engine/model"};
  Setting<Engine> engine_{*file_, "engine/engine"};
  Setting<QString> server_{*file_,
                           "engine/server"};  // of the engine remote, also while another one is chosen
  Setting<Compute> compute_{*file_, "engine/compute"};
  Setting<Weights> weights_{*file_, "engine/weights"};
  Setting<int> gpu_{*file_, "engine/gpu"};
  Setting<qlonglong> gpu_memory_mib_{*file_, "engine/gpuMemoryMib"};
  Setting<int> threads_{*file_, "engine/threads"};

  Setting<double> pause_s_{*file_, "recording/pauseS", RecordingSettings().pause_s};
  Setting<int> keep_days_{*file_, "recording/keepDays"};
  Setting<QKeySequence> shortcut_{*file_, "recording/shortcut"};
  Setting<bool> types_text_{*file_, "recording/typesText"};

  Setting<ExportFormat> format_{*file_, "export/format"};
  Setting<int> line_width_{*file_, "export/lineWidth"};
  Setting<int> wide_line_width_{*file_, "export/wideLineWidth", CueRules().wide_line_width};
  Setting<int> lines_{*file_, "export/lines"};
  Setting<double> speed_{*file_, "export/speed"};
  Setting<double> wide_speed_{*file_, "export/wideSpeed", CueRules().wide_speed};
  Setting<double> shortest_s_{*file_, "export/shortestS"};
  Setting<double> longest_s_{*file_, "export/longestS"};
  Setting<double> gap_s_{*file_, "export/gapS"};
  Setting<double> shift_s_{*file_, "export/shiftS"};
  Setting<int> word_group_{*file_, "export/wordGroup"};
  Setting<TextLayout> text_{*file_, "export/text"};
  Setting<double> paragraph_pause_s_{*file_, "export/paragraphPauseS", ExportOptions().paragraph_pause_s};
  Setting<QString> pattern_{*file_, "export/pattern", ExportSettings().pattern};

  Setting<CaptionSource> caption_source_{*file_, "captions/source"};
  Setting<int> clear_after_s_{*file_, "captions/clearAfterS", CaptionSettings().clear_after_s};
  Setting<bool> click_through_{*file_, "captions/clickThrough"};
  Setting<int> overlay_size_{*file_, "captions/size", CaptionSettings().overlay.size};
  Setting<int> overlay_lines_{*file_, "captions/lines", CaptionSettings().overlay.lines};
  Setting<CaptionColors> overlay_colors_{*file_, "captions/colors"};
  Setting<int> overlay_opacity_{*file_, "captions/opacity", CaptionSettings().overlay.opacity};
  Setting<int> audience_size_{*file_, "captions/audienceSize", CaptionSettings().audience.size};
  Setting<int> audience_lines_{*file_, "captions/audienceLines", CaptionSettings().audience.lines};
  Setting<CaptionColors> audience_colors_{*file_, "captions/audienceColors"};
};

}  // namespace tilescribe::ui
