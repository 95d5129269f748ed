// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <new>

#include "inference/api/error.h"
#include "kernels/core/error.h"

namespace tilescribe {

Failure describe_failure(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Error& e) {
    return {e.what(), e.details()};
  } catch (const Cancelled& e) {
    return {e.what(), {}};
  } catch (const std::bad_alloc&) {
    return {"The machine ran out of memory.", {}};
  } catch (const std::filesystem::filesystem_error& e) {
    return {"The file " + e.path1().string() + " can't be used: " + e.code().message() + ".", e.what()};
  } catch (const std::exception& e) {
    return {"Something unexpected failed inside the program.", e.what()};
  }
}

bool is_cancellation(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const Cancelled&) {
    return true;
  } catch (...) {
    return false;
  }
}

}  // namespace tilescribe
