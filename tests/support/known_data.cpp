// SPDX-License-Identifier: Apache-2.0
#include "tests/support/known_data.h"

#include <QRegularExpression>
#include <algorithm>

#include "inference/api/generate.h"
#include "inference/api/kernel_lab.h"
#include "inference/api/profile_analysis.h"
#include "tests/support/fake_recorder.h"
#include "tests/support/fake_transcriber.h"
#include "tests/support/pseudo_translation.h"

namespace tilescribe::test {
namespace {

/// Symbols of units.
const QStringList units{QStringLiteral("ns"),    QStringLiteral("ms"),    QStringLiteral("kB"),
                        QStringLiteral("MB"),    QStringLiteral("GB"),    QStringLiteral("TB"),
                        QStringLiteral("dB"),    QStringLiteral("TFLOP"), QStringLiteral("GFLOP"),
                        QStringLiteral("PFLOP"), QStringLiteral("kflop"), QStringLiteral("Mflop"),
                        QStringLiteral("Gflop")};

void add(QStringList& data, const std::string& text) {
  if (!text.empty()) data << QString::fromStdString(text);
}

}  // namespace

QStringList data_of_fakes() {
  QStringList data{
      QStringLiteral("{name}"),  // a place in a pattern
      // The fake engine, its model, its machine.
      QStringLiteral("Tilescribe demo"),
      QStringLiteral("NVIDIA H200, cuda"),
      QStringLiteral("CPU, bf16"),
      QStringLiteral("2 threads"),
      QStringLiteral("bf16"),
      QStringLiteral("f32"),
      QStringLiteral("cpu"),
      QStringLiteral("cuda-baseline"),
      QStringLiteral("cuda"),
      QStringLiteral("transformers"),
      QStringLiteral("python3"),
      QStringLiteral("This machine has no NVIDIA GPU; its CPU has AVX512-BF16."),
      QStringLiteral(
          "The demo model knows English only, instructions have no effect on it, and on strangers' "
          "voices about one word in four is wrong."),
      // Models.
      QStringLiteral("English"),  // by its own name
      QStringLiteral("GLM-ASR-Nano-2512"),
      QStringLiteral("zai-org"),
      QStringLiteral("MIT"),
      QStringLiteral("https://huggingface.co"),
      QStringLiteral("/home/ada/.local/share/tilescribe/models/GLM-ASR-Nano-2512"),
      QStringLiteral("Tilescribe demo model"),
      QStringLiteral("It knows only English."),
      // What libraries and devices of the fakes say.
      QStringLiteral("The engine is out of order."),
      QStringLiteral("tokenizer.json: no such file"),
      QStringLiteral("The sound server refused."),
      QStringLiteral("No microphone was found."),
      QStringLiteral("The profile is broken."),
      QStringLiteral("Expected audio data at byte 4096, found the end of the file in"),
      QStringLiteral(
          "libsndfile: File contains data in an unimplemented format.\nframes read: 65536 of 480000"),
  };
  QStringList spoken;
  for (int i = 0; i < 8; ++i) spoken << QString::fromStdString(fake_sentence(i));
  data << spoken << spoken.join(QLatin1Char(' '));
  data << QString::fromStdString(english(fake_devices()[0].name));
  for (const ExerciseRow& row : lab_exercises()) add(data, row.name);
  for (const std::string& name : random_gpt_names()) add(data, "random:" + name);
  for (const AudioSource& source : three_sources()) data << QString::fromStdString(source.name);
  return data;
}

namespace {

/// Names of products that a profile's heading has.
QStringList names_in_settings() {
  return {QStringLiteral("CUPTI"), QStringLiteral("NVIDIA H200"), QStringLiteral("bf16")};
}

}  // namespace

QStringList data_of_profile(const ProfileSession& session, const ProfileSession& before) {
  QStringList data = names_in_settings();
  for (const ProfileSession* one : {&session, &before}) {
    for (const ProfileKind& kind : one->kinds) {
      for (const std::string* name : {&kind.kernel, &kind.short_name, &kind.variant, &kind.op, &kind.part_of})
        add(data, *name);
    }
    for (const ProfileGrouping grouping :
         {ProfileGrouping::kernel, ProfileGrouping::op, ProfileGrouping::variant, ProfileGrouping::stage,
          ProfileGrouping::layer}) {
      for (const ProfileRow& row : profile_table(*one, grouping, {})) {
        if (!row.op.empty() || row.name.find('_') != std::string::npos) add(data, row.name);
        for (const std::string& name : random_gpt_names()) add(data, "random:" + name);
      }
    }
    const ProfileSetting& setting = one->setting;
    for (const std::string* part : {&setting.audio, &setting.model, &setting.began}) add(data, *part);
  }
  return data;
}

QStringList data_of_costs(const ProfileFrame& frame) {
  QStringList data = names_in_settings();
  for (const ProfileFrame::Kernel& kernel : frame.top) {
    add(data, kernel.name);
    add(data, kernel.op);
  }
  return data;
}

QStringList english_words(const SeenText& seen, const QStringList& data) {
  constexpr int unmistakable = 12;  // letters
  const auto is_data = [&](const QString& text) {
    return (seen.painted || text.size() >= unmistakable) &&
           std::any_of(data.begin(), data.end(), [&](const auto& each) { return each.contains(text); });
  };
  if (is_data(seen.text.trimmed())) return {};  // also the beginning of a longer text, as it is spoken
  QString rest = seen.text;
  for (const QString& each : data) {
    for (const QString& form : {each, each.toHtmlEscaped()}) {
      const QString whole =
          QStringLiteral("(?<![\\p{L}_])%1(?![\\p{L}_])").arg(QRegularExpression::escape(form));
      if (rest.contains(form)) rest.remove(QRegularExpression(whole));
    }
  }
  QStringList words;
  for (const QString& piece : rest.split(QStringLiteral("…"))) {
    QString bare = piece.trimmed();
    while (bare.endsWith(QStringLiteral("。")) || bare.endsWith(QLatin1Char('.'))) bare.chop(1);
    if (!is_data(bare)) words += plain_words(piece);
  }
  words.removeIf([](const QString& word) { return units.contains(word); });
  return words;
}

}  // namespace tilescribe::test
