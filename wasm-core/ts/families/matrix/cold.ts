import { planProblems, type PreparedFile } from '@opfsmark/schema/families';
import { filledBytes } from '@opfsmark/schema/schedule';
import { MANIFEST_FILE, PREPARED_FOLDER } from '../../protocol/files.ts';
import type { Preparation, RunOptions } from '../../api.ts';
import { failureFrom, RunRefused, Stopped } from '../../page/errors.ts';
import { exclusively, type Host } from '../../page/host.ts';
import { perform, refuseMissing } from '../../page/perform.ts';
import { fillParts } from '../../page/fill.ts';
import { fillStep } from './schedule.ts';
import { startOn } from './run.ts';
import type { Session } from '../../page/session.ts';

export async function discardPreparedOn(host: Host): Promise<void> {
  const discarded = await exclusively(host, async () => {
    await host.prepared?.delete();
    return true;
  });
  if (discarded === null) throw new RunRefused('busy');
}

async function prepareFile(session: Session): Promise<PreparedFile> {
  const { plan, host, pool } = session;
  await session.unlessStopped(host.prepared?.delete() ?? Promise.resolve());
  session.progress.plan([fillStep(plan, session.layout)]);
  await fillParts(session);
  const manifest: PreparedFile = {
    format: 1,
    created_at: new Date().toISOString(),
    layout: session.layout,
    plan,
    bytes: filledBytes(plan, session.layout),
  };
  await pool.one(0, 'note', { folder: PREPARED_FOLDER, fileName: MANIFEST_FILE, text: JSON.stringify(manifest) });
  return manifest;
}

/** See `PrepareCold` in run-api.ts. */
export async function prepareColdOn(host: Host, options: RunOptions): Promise<Preparation> {
  const { plan } = options;
  const problems = plan.cache === 'cold' ? planProblems(plan) : ['cache'];
  if (problems.length > 0) throw new RunRefused('invalid_plan', problems);
  await refuseMissing(host, options.engine);
  const { status, failure, prepared } = await perform(host, options, plan, async (session): Promise<Preparation> => {
    try {
      await startOn(session);
      return { status: 'done', prepared: await prepareFile(session) };
    } catch (error) {
      // Not complete, and said to be so before anything else: what cleans up spares only what is.
      await host.prepared?.spoil().catch(() => undefined);
      if (error instanceof RunRefused) throw error;
      if (error instanceof Stopped) return { status: 'stopped' };
      return { status: 'failed', failure: failureFrom(error) };
    }
  });
  return { status, ...(failure && { failure }), ...(prepared && { prepared }) };
}
