#pragma once

#include "opfsmark/arrivals.h"
#include "opfsmark/job.h"
#include "opfsmark/probes.h"
#include "opfsmark/runner.h"

namespace opfsmark {

/// Checks version and size as the other side has them; where they differ, its offsets are wrong.
[[nodiscard]] inline ErrorCode check_abi(const Job& job) noexcept {
  const bool same = job.abi_version == kAbiVersion && job.struct_bytes == sizeof(Job);
  return same ? ErrorCode::kNone : ErrorCode::kAbiMismatch;
}

/// Validates, prepares and runs a job on any host. Its result is in job.outcome.
template <WaitableClock C, Backend B, Host H>
void run_job(Job& job, C& clock, B& backend, Content& content, H& host) noexcept {
  const Request& request = job.request;
  Outcome& outcome = job.outcome;
  outcome = Outcome{};
  const auto attempt = [&]() -> Status {
    if (const ErrorCode error = check_abi(job); error != ErrorCode::kNone) return {error, 0};
    if (const ErrorCode error = validate(request); error != ErrorCode::kNone) return {error, 0};
    if (request.task == Task::kClock) {
      measure_clock(outcome, clock);
      return {};
    }
    Arrivals arrivals;
    if (const ErrorCode error = arrivals.prepare(request); error != ErrorCode::kNone)
      return {error, 0};
    const ContentSpec spec{.data = request.data,
                           .seed = request.content_seed,
                           .file_id = request.file_id,
                           .generation = request.generation};
    const auto block_bytes = static_cast<std::size_t>(request.block_bytes);
    if (const ErrorCode error = content.prepare(spec, block_bytes); error != ErrorCode::kNone)
      return {error, 0};
    CallMemory memory = content.memory();
    memory.reads_are_discarded = request.task != Task::kVerify;
    if (const ErrorCode error = backend.bind(memory); error != ErrorCode::kNone) return {error, 0};
    switch (request.task) {
      case Task::kPass:
        return PassRunner<C, B, H>(request, outcome, clock, backend, content, host, arrivals).run();
      case Task::kVerify:
        return verify_share(request, outcome, backend, content, host);
      case Task::kCallCosts:
        return measure_call_costs(outcome, clock, backend, content);
      case Task::kClock:
        break;
    }
    return {ErrorCode::kBadRequest, 0};
  };
  const Status status = attempt();
  outcome.error = static_cast<std::uint32_t>(status.error);
  outcome.error_offset_bytes = static_cast<double>(status.offset_bytes);
}

}  // namespace opfsmark
