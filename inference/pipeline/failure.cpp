// SPDX-License-Identifier: Apache-2.0
#include <filesystem>
#include <new>
#include <system_error>

#include "inference/api/error.h"
#include "kernels/core/error.h"

namespace tilescribe {

Failure describe_failure(const std::exception_ptr& error) {
  try {
    std::rethrow_exception(error);
  } catch (const DeviceError& e) {
    return {e.message(), e.details(), true};
  } catch (const Error& e) {
    return {e.message(), e.details(), false};
  } catch (const Cancelled&) {
    return {Message("The work was cancelled."), {}, false};
  } catch (const std::bad_alloc&) {
    return {Message("The machine ran out of memory."), {}, false};
  } catch (const std::filesystem::filesystem_error& e) {
    return {Message("The file {1} can't be used: {2}.", e.path1().string(), e.code().message()), e.what(),
            false};
  } catch (const std::system_error& e) {  // mostly a thread that could not be started
    return {Message("The system refused a thread or memory: {1}.", e.code().message()), e.what(), false};
  } catch (const std::exception& e) {
    return {Message("Something unexpected failed inside the program."), e.what(), false};
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
