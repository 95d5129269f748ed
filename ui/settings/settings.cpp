// SPDX-License-Identifier: Apache-2.0
#include "ui/settings/settings.h"

#include <QFile>
#include <QSettings>
#include <algorithm>
#include <array>
#include <cmath>
#include <exception>
#include <type_traits>

#include "inference/api/engine_names.h"
#include "inference/api/private_files.h"

namespace tilescribe::ui {

namespace {

constexpr int version = 1;
constexpr auto version_key = "version";

/// Version 0, which named none, had these keys elsewhere.
constexpr std::array<std::pair<const char*, const char*>, 4> renamed{{
    {"started", "notes/welcomed"},
    {"tray/told", "notes/tray"},
    {"notes/dismissedLimits", "notes/limits"},
    {"smallWindow/draggedTo", "window/small"},
}};

QString text(std::string_view name) {
  return QString::fromUtf8(name.data(), static_cast<qsizetype>(name.size()));
}

void convert(QSettings& file) {
  const bool empty = file.allKeys().isEmpty();  // parses the file
  if (file.status() == QSettings::FormatError) {
    // Each damaged file is kept: copy() does not overwrite.
    QString kept = file.fileName() + QStringLiteral(".unreadable");
    for (int number = 2; QFile::exists(kept); ++number)
      kept = QStringLiteral("%1.unreadable-%2").arg(file.fileName()).arg(number);
    QFile::copy(file.fileName(), kept);
  }
  if (empty || file.contains(QLatin1String(version_key))) return;
  for (const auto& [before, now] : renamed) {
    if (!file.contains(QLatin1String(before))) continue;
    file.setValue(QLatin1String(now), file.value(QLatin1String(before)));
    file.remove(QLatin1String(before));
  }
  file.setValue(QLatin1String(version_key), version);
}

/// A screen is known by its connector, such as "HDMI-1"; a slash would begin a group.
QString place_key(QString screen) {
  return QStringLiteral("captions/places/") + screen.replace(QLatin1Char('/'), QLatin1Char('-'));
}

/// The words for choices.
template <class Choice>
constexpr std::array<Named<Choice>, 0> names;
template <>
constexpr auto names<ThemeChoice> = theme_names;
template <>
constexpr auto names<Language> = language_names;
template <>
constexpr auto names<Engine> = all_engine_names;
template <>
constexpr auto names<Compute> = compute_names;
template <>
constexpr auto names<Weights> = weights_names;
template <>
constexpr auto names<TextLayout> = text_layout_names;
template <>
constexpr auto names<CaptionColors> = caption_colors_names;
template <>
constexpr auto names<CaptionSource> = caption_source_names;

// How a value stands in the file. `read` gives none for a wrong one. In an INI file most values are text.
template <class Value>
QVariant written(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return text(name_of(names<Value>, value));
  } else {
    return value;
  }
}

QVariant written(const QKeySequence& keys) {
  return keys.toString(QKeySequence::PortableText);
}

QVariant written(ExportFormat format) {
  return text(extension(format));
}

QVariant written(const std::optional<QPoint>& point) {
  return point ? QVariant(*point) : QVariant();
}

void read(const QVariant& value, std::optional<QString>& result) {
  if (value.typeId() == QMetaType::QString) result = value.toString();
}

void read(const QVariant& value, std::optional<QByteArray>& result) {
  if (value.typeId() == QMetaType::QByteArray) result = value.toByteArray();
}

void read(const QVariant& value, std::optional<bool>& result) {
  const QString word = value.toString();
  if (word == QLatin1String("true") || word == QLatin1String("false")) result = value.toBool();
}

template <class Value>
void read(QVariant value, std::optional<Value>& result) {
  if constexpr (std::is_enum_v<Value>) {
    result = value_of(names<Value>, value.toString().toStdString());
  } else if (value.convert(QMetaType::fromType<Value>())) {
    const auto number = value.value<Value>();
    if (!std::isnan(number)) result = number;
  }
}

void read(const QVariant& value, std::optional<QKeySequence>& result) {
  const QKeySequence keys(value.toString(), QKeySequence::PortableText);
  if (keys.isEmpty() || keys[0].key() != Qt::Key_unknown) result = keys;
}

void read(const QVariant& value, std::optional<ExportFormat>& result) {
  result = export_format(value.toString().toStdString());
}

void read(const QVariant& value, std::optional<std::optional<QPoint>>& result) {
  if (value.typeId() == QMetaType::QPoint) result = value.toPoint();
}

}  // namespace

template <class Value>
Value Setting<Value>::get() const {
  std::optional<Value> result;
  if (const QVariant value = file_.value(QLatin1String(key_)); value.isValid()) read(value, result);
  return result.value_or(otherwise_);
}

template <class Value>
void Setting<Value>::set(const Value& value) {
  if (!file_.contains(QLatin1String(version_key))) file_.setValue(QLatin1String(version_key), version);
  file_.setValue(QLatin1String(key_), written(value));
}

Settings::Settings()
    : file_(std::make_unique<QSettings>(QSettings::IniFormat, QSettings::UserScope,
                                        QStringLiteral("tilescribe"), QStringLiteral("tilescribe"))) {
  convert(*file_);
}

Settings::Settings(const QString& path) : file_(std::make_unique<QSettings>(path, QSettings::IniFormat)) {
  convert(*file_);
}

Settings::~Settings() = default;

QVariant Settings::of_page(const QString& page, const QString& name) const {
  return file_->value(QStringLiteral("pages/%1/%2").arg(page, name));
}

void Settings::set_of_page(const QString& page, const QString& name, const QVariant& value) {
  file_->setValue(QStringLiteral("pages/%1/%2").arg(page, name), value);
}

QString Settings::path() const {
  return file_->fileName();
}

EngineOptions Settings::engine() const {
  EngineOptions options;
  options.model = model_.get().toStdString();
  options.engine = engine_.get();
  options.remote.address = server_.get().toStdString();
  if (options.engine == Engine::remote && options.remote.address.empty()) options.engine = Engine::automatic;
  options.compute = compute_.get();
  if (!computes_in(options.engine, options.compute)) options.compute = Compute::automatic;
  options.weights = weights_.get();
  if (!stores_in(options.engine, options.weights)) options.weights = Weights::automatic;
  options.gpu = std::max(0, gpu_.get());
  options.gpu_memory_mib = std::max(0LL, gpu_memory_mib_.get());
  options.threads = std::max(0, threads_.get());
  return options;
}

void Settings::set_engine(const EngineOptions& options) {
  model_.set(QString::fromStdString(options.model));
  engine_.set(options.engine);
  server_.set(QString::fromStdString(options.remote.address));
  compute_.set(options.compute);
  weights_.set(options.weights);
  gpu_.set(options.gpu);
  gpu_memory_mib_.set(options.gpu_memory_mib);
  threads_.set(options.threads);
}

RecordingSettings Settings::recording() const {
  return {.pause_s = std::clamp(pause_s_.get(), 0.2, 3.0),
          .keep_days = std::max(0, keep_days_.get()),
          .shortcut = shortcut_.get(),
          .types_text = types_text_.get()};
}

void Settings::set_recording(const RecordingSettings& chosen) {
  pause_s_.set(chosen.pause_s);
  keep_days_.set(chosen.keep_days);
  shortcut_.set(chosen.shortcut);
  types_text_.set(chosen.types_text);
}

double Settings::unsure_below() const {
  return std::clamp(unsure_below_.get(), 0.0, 1.0);
}

void Settings::set_unsure_below(double probability) {
  unsure_below_.set(probability);
}

int Settings::keep_texts_days() const {
  return std::max(0, keep_texts_days_.get());
}

void Settings::set_keep_texts_days(int days) {
  keep_texts_days_.set(days);
}

bool Settings::trusts_clock(std::int64_t now_s) {
  constexpr std::int64_t day_s = 24 * 3600;
  const QString seen = QStringLiteral("clock/seen"), doubted = QStringLiteral("clock/doubted");
  const std::int64_t last_s = file_->value(seen, qlonglong{now_s}).toLongLong();
  if (now_s - last_s > 7 * day_s) {
    const std::int64_t since_s = file_->value(doubted, qlonglong{now_s}).toLongLong();
    if (now_s - since_s < day_s) {
      file_->setValue(doubted, qlonglong{std::min(now_s, since_s)});
      return false;
    }
  }
  file_->setValue(seen, qlonglong{now_s});
  file_->remove(doubted);
  return true;
}

void Settings::reread() {
  file_->sync();
}

std::vector<WordProfile> Settings::word_profiles() const {
  const QString kept = word_profiles_.get();
  if (kept.isEmpty()) return {};
  try {
    return word_profiles_of(kept.toStdString(), file_->fileName().toStdString());
  } catch (const std::exception&) {
    // What can't be read is not written over.
    if (!file_->contains(QStringLiteral("words/unreadable")))
      file_->setValue(QStringLiteral("words/unreadable"), kept);
    return {};
  }
}

void Settings::set_word_profiles(const std::vector<WordProfile>& profiles) {
  word_profiles_.set(QString::fromStdString(word_profiles_json(profiles)));
  close_file();  // they may be names of people
}

/// From now on the file, which keeps its mode, is for the user alone.
void Settings::close_file() {
  file_->sync();
  close_to_others(QFile::encodeName(file_->fileName()).toStdString());
}

CleanUpOptions Settings::clean_up() const {
  return {.address = clean_up_address_.get().toStdString(),
          .model = clean_up_model_.get().toStdString(),
          .key = clean_up_key_.get().toStdString(),
          .instruction = clean_up_instruction_.get().toStdString()};
}

void Settings::set_clean_up(const CleanUpOptions& chosen) {
  close_file();  // before a key stands in it
  clean_up_address_.set(QString::fromStdString(chosen.address));
  clean_up_model_.set(QString::fromStdString(chosen.model));
  clean_up_key_.set(QString::fromStdString(chosen.key));
  clean_up_instruction_.set(QString::fromStdString(chosen.instruction));
  close_file();
}

ExportSettings Settings::exporting() const {
  ExportSettings chosen{.format = format_.get(), .pattern = pattern_.get()};
  ExportOptions& options = chosen.options;
  options.cues = {.line_width = std::clamp(line_width_.get(), 0, CueLimits::line_width),
                  .wide_line_width = std::clamp(wide_line_width_.get(), 1, CueLimits::line_width),
                  .lines = std::clamp(lines_.get(), 0, CueLimits::lines),
                  .speed = std::clamp(speed_.get(), 0.0, CueLimits::speed),
                  .wide_speed = std::clamp(wide_speed_.get(), 1.0, CueLimits::speed),
                  .shortest_s = std::clamp(shortest_s_.get(), 0.0, CueLimits::seconds),
                  .longest_s = std::clamp(longest_s_.get(), 0.0, CueLimits::seconds),
                  .gap_s = std::clamp(gap_s_.get(), 0.0, CueLimits::gap_s),
                  .shift_s = std::clamp(shift_s_.get(), 0.0, CueLimits::gap_s)};
  options.word_group = std::clamp(word_group_.get(), 0, CueLimits::word_group);
  options.text = text_.get();
  options.paragraph_pause_s = std::clamp(paragraph_pause_s_.get(), 0.0, CueLimits::pause_s);
  return chosen;
}

void Settings::set_exporting(const ExportSettings& chosen) {
  const CueRules& rules = chosen.options.cues;
  format_.set(chosen.format);
  line_width_.set(rules.line_width);
  wide_line_width_.set(rules.wide_line_width);
  lines_.set(rules.lines);
  speed_.set(rules.speed);
  wide_speed_.set(rules.wide_speed);
  shortest_s_.set(rules.shortest_s);
  longest_s_.set(rules.longest_s);
  gap_s_.set(rules.gap_s);
  shift_s_.set(rules.shift_s);
  word_group_.set(chosen.options.word_group);
  text_.set(chosen.options.text);
  paragraph_pause_s_.set(chosen.options.paragraph_pause_s);
  pattern_.set(chosen.pattern);
}

CaptionSettings Settings::captions() const {
  using Limits = CaptionLimits;
  const auto lines = [](int count, int most) { return std::clamp(count, Limits::least_lines, most); };
  const auto size = [](int pixels, int most) { return std::clamp(pixels, Limits::least_size, most); };
  return {.source = caption_source_.get(),
          .clear_after_s = std::clamp(clear_after_s_.get(), 0, Limits::clear_after_s),
          .click_through = click_through_.get(),
          .overlay = {.size = size(overlay_size_.get(), Limits::overlay_size),
                      .lines = lines(overlay_lines_.get(), Limits::overlay_lines),
                      .colors = overlay_colors_.get(),
                      .opacity = std::clamp(overlay_opacity_.get(), Limits::least_opacity, 100)},
          .audience = {.size = size(audience_size_.get(), Limits::audience_size),
                       .lines = lines(audience_lines_.get(), Limits::audience_lines),
                       .colors = audience_colors_.get(),
                       .opacity = 100}};
}

void Settings::set_captions(const CaptionSettings& chosen) {
  caption_source_.set(chosen.source);
  clear_after_s_.set(chosen.clear_after_s);
  click_through_.set(chosen.click_through);
  overlay_size_.set(chosen.overlay.size);
  overlay_lines_.set(chosen.overlay.lines);
  overlay_colors_.set(chosen.overlay.colors);
  overlay_opacity_.set(chosen.overlay.opacity);
  audience_size_.set(chosen.audience.size);
  audience_lines_.set(chosen.audience.lines);
  audience_colors_.set(chosen.audience.colors);
}

QRect Settings::caption_place(const QString& screen) const {
  const QVariant value = file_->value(place_key(screen));
  return value.typeId() == QMetaType::QRect ? value.toRect() : QRect();
}

void Settings::set_caption_place(const QString& screen, const QRect& place) {
  file_->setValue(place_key(screen), place);
}

// Those that other files read and write.
template class Setting<QString>;
template class Setting<QByteArray>;
template class Setting<bool>;
template class Setting<int>;
template class Setting<ThemeChoice>;
template class Setting<Language>;
template class Setting<std::optional<QPoint>>;

}  // namespace tilescribe::ui
