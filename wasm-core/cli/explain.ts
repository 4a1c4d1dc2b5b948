import type { Failure } from '@opfsmark/schema/documents';
import type { FolderProblemCode } from '../ts/node/folder-problem.ts';
import type { Leftovers } from '../ts/node/leftovers.ts';

const WRONG_QUESTIONS: ReadonlySet<FolderProblemCode> = new Set(['not_found', 'is_file', 'is_link', 'no_direct']);

/** Whether another command, rather than another drive, would help. */
export function isWrongQuestion(code: FolderProblemCode): boolean {
  return WRONG_QUESTIONS.has(code);
}

function sentence({ code }: Failure, dir: string): string {
  switch (code) {
    case 'disk_full':
    case 'short_write':
      return `The drive of ${dir} became full. Free some space, or take a smaller --size.`;
    case 'quota_exceeded':
      return `Your quota on the drive of ${dir} is used up.`;
    case 'verify_failed':
      return `What was read from ${dir} is not what was written there: save what you need from this drive.`;
    case 'handle_lost':
      return `The files in ${dir} are gone: was the drive unmounted or unplugged?`;
    case 'not_allowed':
      return `The system does not let files be written in ${dir}.`;
    case 'file_changed':
      return `A file in ${dir} changed while it was read.`;
    case 'io_error':
      return `The drive of ${dir} reported an error: was it unplugged? If not, save what you need from it.`;
    case 'worker_died':
      return 'A thread of the benchmark ended by itself: is memory short?';
    case 'stood_still':
      return 'The computer slept or this process was frozen in a part that cannot be measured again. What was measured before is kept: keep the computer awake and run again.';
    case 'internal':
      return 'The benchmark failed by a fault of its own.';
    default:
      return code satisfies never;
  }
}

/** What went wrong and what to do, and in parentheses what the system said. */
export function explain(failure: Failure, dir: string): string {
  return `${sentence(failure, dir)} (${failure.detail})`;
}

/** What was found beside this run's folder, and what became of it; a line each. */
export function leftoverLines({ removed, busy, unknown }: Leftovers): string[] {
  const lines: [readonly string[], string][] = [
    [removed, 'Deleted, left behind by a run that was killed'],
    [busy, 'Another run is at work beside this one, and both are slower for it'],
    [unknown, 'Left by a run whose end is not known; delete it if no other is at work'],
  ];
  return lines.flatMap(([paths, text]) => (paths.length > 0 ? [`${text}: ${paths.join(', ')}`] : []));
}
