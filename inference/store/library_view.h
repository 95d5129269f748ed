// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "inference/store/library_index.h"

namespace tilescribe::store {

/// What the index answers to a query.
LibraryView look_at(LibraryIndex& index, const LibraryFolders& folders, const LibraryQuery& query);

}  // namespace tilescribe::store
