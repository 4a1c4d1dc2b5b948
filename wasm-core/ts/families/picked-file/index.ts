import { pickedFilePlan, PickedFilePlan, type PickedFileResult } from '@opfsmark/schema/families';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import { runTask } from '../../page/task.ts';
import type { Workload } from '../../page/workload.ts';
import type { PickedFileFound, PickedFileWork } from './messages.ts';

const spawn = () => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

function withFound(result: PickedFileResult, found: PickedFileFound): PickedFileResult {
  return found.kind === 'pairs'
    ? { ...result, pairs: found.pairs }
    : { ...result, in_order: [...result.in_order, found.reads] };
}

/** A file that a person picked. It is only read. */
export function pickedFileWith(file: File): Workload<'picked-file'> {
  return {
    plans: pickedFilePlan,
    schema: PickedFilePlan,
    engine: 'picked-file',
    files: () => NO_DATA_FILES,
    async measure(session, plan, publish) {
      let result = pickedFilePlan.emptyResult(plan, session.layout);
      await runTask<PickedFileWork, PickedFileFound>(session, {
        spawn,
        plan: { plan, file },
        steps: pickedFilePlan.steps(plan, session.layout),
        onFound: (found) => {
          result = withFound(result, found);
          publish(result);
        },
      });
    },
  };
}
