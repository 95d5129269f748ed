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
    return {.message = e.message(), .details = e.details(), .device = true};
  } catch (const MachineError& e) {
    return {.message = e.message(), .details = e.details(), .machine = true};
  } catch (const Error& e) {
    return {.message = e.message(), .details = e.details()};
  } catch (const Cancelled&) {
    return {.message = Message("The work was cancelled.")};
  } catch (const std::bad_alloc&) {
    return {.message = Message("The machine ran out of memory."), .machine = true};
  } catch (const std::filesystem::filesystem_error& e) {
    return {.message = Message("The file {1} can't be used: {2}.", e.path1().string(), e.code().message()),
            .details = e.what(),
            .machine = true};
  } catch (const std::system_error& e) {  // mostly a thread that could not be started
    return {.message = Message("The system refused a thread or memory: {1}.", e.code().message()),
            .details = e.what(),
            .machine = true};
  } catch (const std::exception& e) {
    return {.message = Message("Something unexpected failed inside the program."),
            .details = e.what(),
            .machine = true};
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
