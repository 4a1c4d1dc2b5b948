import { IN_FLIGHT, inOrderStepId, PAIRS_STEP_ID } from '@opfsmark/schema/families/picked-file/plan';
import { serve } from '../../../worker/tasks.ts';
import type { PickedFileFinding, PickedFileWork } from '../messages.ts';
import { FileReader } from './file-reader.ts';

serve<{ plan: PickedFileWork; finding: PickedFileFinding }>(async ({ plan, file }, context) => {
  const reader = new FileReader(file, plan, (bytes, ns) => context.meter.add('read', bytes, ns));
  await reader.warmUp();
  // Random reads first: what is read in order is in memory afterwards.
  context.step(PAIRS_STEP_ID);
  context.report({ kind: 'pairs', pairs: await reader.readPairs() });
  for (const inFlight of IN_FLIGHT) {
    context.step(inOrderStepId(inFlight));
    const reads = await reader.readInOrder(inFlight);
    if (reads) context.report({ kind: 'in_order', reads });
  }
});
