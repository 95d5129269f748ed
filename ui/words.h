// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <QString>

#include "inference/api/message.h"

namespace tilescribe::ui {

/// The message in the user's language. Its sentences are translated in the context "Messages"; numbers follow
/// the user's locale, without separators between thousands.
QString words(const Message& message);

}  // namespace tilescribe::ui
