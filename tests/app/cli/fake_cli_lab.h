// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "app/machine/lab.h"

namespace tilescribe::test {

/// A lab that measures nothing. verify and check give one passing row, and a failing one where the golden
/// file's or the op's name is "fails", none where it is "none". bench stages gives a row a batch; bench ops
/// one row, with a complaint where the op's name is "fails"; bench trace one row, and records are missing
/// where there are several windows.
Lab& fake_cli_lab();

}  // namespace tilescribe::test
