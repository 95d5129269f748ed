// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tilescribe {

/// The commit that this program was built from, followed by " with changes" if its source had been edited;
/// empty if it was built without its history.
extern const char* const source_commit;

}  // namespace tilescribe
