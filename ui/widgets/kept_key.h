// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QLineEdit>
#include <QString>
#include <exception>
#include <string>

namespace tilescribe::ui {

/// A key that the user did not enter here goes to no other address than its own: while another one is typed,
/// its field is empty. `kept` has the address and the key as they were kept; `checked` makes a typed address
/// one of that form, and throws where it is none.
template <class Options, class Checked>
void follow_address(const QLineEdit& address, QLineEdit& key, const Options& kept, const Checked& checked) {
  if (key.isModified()) return;
  std::string typed;
  try {
    typed = checked(address.text().toStdString());
  } catch (const std::exception&) {  // still being typed
  }
  key.setText(typed == kept.address ? QString::fromStdString(kept.key) : QString());
}

}  // namespace tilescribe::ui
