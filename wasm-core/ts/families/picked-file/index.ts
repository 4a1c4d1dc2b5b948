import { pickedFilePlan } from '@opfsmark/schema/families/picked-file/plan';
import { PickedFilePlan, type PickedFileResult } from '@opfsmark/schema/families/picked-file/schema';
import { NO_DATA_FILES } from '@opfsmark/schema/schedule';
import { runTask } from '../../page/task.ts';
import type { Workload } from '../../page/workload.ts';
import type { PickedFileFinding, PickedFileWork } from './messages.ts';

const spawn = () => new Worker(new URL('./worker/main.ts', import.meta.url), { type: 'module' });

function withFound(result: PickedFileResult, finding: PickedFileFinding): PickedFileResult {
  return finding.kind === 'pairs'
    ? { ...result, pairs: finding.pairs }
    : { ...result, in_order: [...result.in_order, finding.reads] };
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
      await runTask<PickedFileWork, PickedFileFinding>(session, {
        spawn,
        plan: { plan, file },
        steps: pickedFilePlan.steps(plan, session.layout),
        onFinding: (finding) => {
          result = withFound(result, finding);
          publish(result);
        },
      });
    },
  };
}
