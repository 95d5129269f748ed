// SPDX-License-Identifier: Apache-2.0
#include "ui/profile/stages.h"

namespace tilescribe::ui {

const QStringList& stage_names() {
  static const QStringList names{QStringLiteral("audio"),   QStringLiteral("features"),
                                 QStringLiteral("encoder"), QStringLiteral("projector"),
                                 QStringLiteral("prefill"), QStringLiteral("decode"),
                                 QStringLiteral("idle"),    QStringLiteral("other")};
  return names;
}

std::uint8_t stage_place(const std::string& stage) {
  const QStringList& names = stage_names();
  const auto found = names.indexOf(QString::fromStdString(stage));
  return static_cast<std::uint8_t>(found < 0 ? names.size() - 1 : found);
}

}  // namespace tilescribe::ui
