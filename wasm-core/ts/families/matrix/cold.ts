import { hotFilesOf, partsFilledBytes, partsFillStep } from '@opfsmark/schema/families/matrix/schedule';
import { matrixPlan } from '@opfsmark/schema/families/matrix/plan';
import { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import type { PreparedFile } from '@opfsmark/schema/families/matrix/prepared';
import { needsConsent, planProblemsFor } from '@opfsmark/schema/families';
import { wholeRun, type Step } from '@opfsmark/schema/schedule';
import type { Layout } from '@opfsmark/schema/documents';
import type { Preparation, PrepareOptions } from '../../api.ts';
import { failureFrom, RunRefused, Stopped } from '../../page/errors.ts';
import { exclusively, type Host } from '../../page/host.ts';
import type { Session } from '../../page/session.ts';
import { refuseMissing, refuseNotAgreed, startSession } from '../../page/support.ts';
import { clockStepOf, withSession } from '../../page/with-session.ts';
import { MANIFEST_FILE, PREPARED_FOLDER } from '../../protocol/files.ts';
import { fillParts } from './index.ts';

export async function discardPreparedOn(host: Host): Promise<void> {
  const outcome = await exclusively(host, async () => {
    await host.prepared?.delete();
    return true;
  });
  if (outcome === null) throw new RunRefused('busy');
}

function preparationSteps(plan: MatrixPlan, layout: Layout): Step[] {
  return wholeRun(plan.family, [partsFillStep(plan, layout)]);
}

async function prepareFile(session: Session, plan: MatrixPlan): Promise<PreparedFile> {
  const { host, pool, layout } = session;
  await session.unlessStopped(host.prepared?.delete() ?? Promise.resolve());
  session.progress.forecast.replace(preparationSteps(plan, layout));
  await fillParts(session, plan);
  const manifest: PreparedFile = {
    format: 1,
    created_at: new Date().toISOString(),
    layout,
    plan,
    bytes: partsFilledBytes(plan, layout),
  };
  const text = JSON.stringify(manifest);
  await pool.one(0, 'writeText', { folder: PREPARED_FOLDER, fileName: MANIFEST_FILE, text });
  return manifest;
}

/** See `PrepareCold` in api.ts. */
export async function prepareColdOn(host: Host, options: PrepareOptions): Promise<Preparation> {
  const { plan, engine = 'opfs-sync', agreedToWriteBytes = 0 } = options;
  const problems = plan.cache === 'cold' ? planProblemsFor(matrixPlan, MatrixPlan, plan) : ['cache'];
  if (problems.length > 0) throw new RunRefused('invalid_plan', problems);
  const bytesWrittenMax = Math.min(partsFilledBytes(plan, 'shared'), partsFilledBytes(plan, 'per-worker'));
  if (needsConsent({ bytesWrittenMax })) refuseNotAgreed(bytesWrittenMax, agreedToWriteBytes);
  await refuseMissing(host, engine);
  const { outcome } = await withSession(
    host,
    {
      ...options,
      engine,
      files: hotFilesOf(plan),
      steps: preparationSteps(plan, 'shared'),
      onProgress: (progress) => options.onEvent?.({ type: 'progress', progress }),
      onTimed: (steps) => options.onEvent?.({ type: 'timed', steps }),
    },
    async (session): Promise<Preparation> => {
      try {
        await startSession(session);
        options.onEvent?.({ type: 'prepared', layout: session.layout, clockStepNs: clockStepOf(session.clocks) });
        return { status: 'done', prepared: await prepareFile(session, plan) };
      } catch (error) {
        // Not complete, and said to be so before anything else: what cleans up spares only what is.
        await host.prepared?.markIncomplete().catch(() => undefined);
        if (error instanceof RunRefused) throw error;
        if (error instanceof Stopped) return { status: 'stopped' };
        return { status: 'failed', failure: failureFrom(error) };
      }
    },
  );
  return outcome;
}
