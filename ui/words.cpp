// SPDX-License-Identifier: Apache-2.0
#include "ui/words.h"

#include <QCoreApplication>
#include <QLocale>
#include <QRegularExpression>
#include <string_view>

#include "inference/api/plural.h"
#include "ui/translations.h"

namespace tilescribe::ui {
namespace {

struct Shown {
  QString operator()(const std::string& text) const { return QString::fromStdString(text); }
  QString operator()(std::int64_t number) const { return user.toString(qlonglong{number}); }
  QString operator()(Real number) const { return user.toString(number.value, 'f', number.decimals); }
  QString operator()(const Message& part) const { return words(part); }
  QLocale user;
};

}  // namespace

QString words(const Message& message) {
  if (message.empty()) return {};
  static const QRegularExpression place(QStringLiteral(R"(\{([1-9])\})"));
  const bool verbatim = std::string_view(message.code()) == "{1}";
  const QString code = QString::fromUtf8(message.code());
  const auto count = count_in(message);
  QString pattern = verbatim ? code
                             : QCoreApplication::translate("Messages", message.code(), nullptr,
                                                           count ? plural(*count) : -1);
  if (pattern == code) pattern = QString::fromStdString(english_pattern(message));
  Shown shown;
  shown.user.setNumberOptions(QLocale::OmitGroupSeparator);
  QString text;
  qsizetype done = 0;
  for (auto places = place.globalMatch(pattern); places.hasNext();) {
    const QRegularExpressionMatch found = places.next();
    const std::size_t index = found.captured(1).toUInt() - 1;
    if (index >= message.arguments().size()) continue;  // a translation's mistake
    text +=
        pattern.mid(done, found.capturedStart() - done) + std::visit(shown, message.arguments()[index].value);
    done = found.capturedEnd();
  }
  return text + pattern.mid(done);
}

}  // namespace tilescribe::ui
