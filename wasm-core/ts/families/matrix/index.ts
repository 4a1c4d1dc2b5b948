import type { Fill } from '@opfsmark/schema/documents';
import { fillBytesPerSecond } from '@opfsmark/schema/figures';
import { sizedPlan } from '@opfsmark/schema/families/matrix/budget';
import {
  filePartsOf,
  floorsOf,
  floorStep,
  hotFillStep,
  hotFilesOf,
  matrixSteps,
  partFiles,
  partsFillStep,
  trialFillStep,
} from '@opfsmark/schema/families/matrix/schedule';
import { forgets, hasParts, isByTime, readsOnce } from '@opfsmark/schema/families/matrix/jobs';
import { sampleFilesOf } from '@opfsmark/schema/families/matrix/forget';
import { samePlan, matrixPlan } from '@opfsmark/schema/families/matrix/plan';
import { MatrixPlan } from '@opfsmark/schema/families/matrix/plan-schema';
import { wholeRun } from '@opfsmark/schema/schedule';
import { RunRefused } from '../../page/errors.ts';
import { attachFiles, attachRequest, detachFiles } from '../../page/handles.ts';
import { findPreparedOn } from '../../page/host.ts';
import { mergeFloor } from '../../page/merge.ts';
import { fill, fillFiles, floorRequests, repeatWhereStill } from '../../page/passes.ts';
import { placeOf } from '../../page/progress.ts';
import type { Session } from '../../page/session.ts';
import type { Workload } from '../../page/workload.ts';
import { hasFiles } from '../../protocol/files.ts';
import { addedFill, Findings, NOTHING_FILLED, partSet, trialPartSets } from './findings.ts';
import { forgetFiles } from './forget.ts';
import { JobRunner } from './jobs.ts';

async function probeFloors(session: Session, plan: MatrixPlan, findings: Findings): Promise<void> {
  // Nothing would come from memory.
  if (session.engine === 'node-direct') return;
  for (const [index, { blockBytes, workers }] of floorsOf(plan).entries()) {
    session.enter(placeOf('preparing'), floorStep(plan, index));
    const requests = floorRequests(session.fileSet, blockBytes, workers);
    const replies = await repeatWhereStill(session, () => session.pool.together('floor', requests));
    session.throwIfStopped();
    findings.addFloor(mergeFloor(blockBytes, replies));
  }
}

/** One part after the other, in the order in which they will be read: what was written first has left memory first. */
export async function fillParts(session: Session, plan: MatrixPlan): Promise<Fill> {
  const step = partsFillStep(plan, session.layout);
  let fillSoFar = NOTHING_FILLED;
  for (const part of filePartsOf(plan)) {
    const set = partSet(plan, session.layout, part);
    await attachFiles(session.pool, set, 'new');
    fillSoFar = addedFill(fillSoFar, await fillFiles(session, set, step));
  }
  return fillSoFar;
}

/** A file that is to be read once: written now, or found as it was prepared, and from here on no longer untouched. */
async function fillForOnce(session: Session, plan: MatrixPlan, findings: Findings): Promise<void> {
  if (plan.cache === 'cold') {
    await session.unlessStopped(session.host.prepared?.markIncomplete() ?? Promise.resolve());
  } else if (hasParts(plan)) {
    findings.addFill(await fillParts(session, plan));
  }
}

/** Fills small files, whose rate is the first that is known of the drive, and makes the others as large as that allows. */
async function sizeByTrial(session: Session, requestedPlan: MatrixPlan, findings: Findings): Promise<MatrixPlan> {
  const { layout, pool } = session;
  for (const set of trialPartSets(requestedPlan, layout)) {
    await attachFiles(pool, set, 'new');
    findings.addFill(await fillFiles(session, set, trialFillStep(requestedPlan)));
    await detachFiles(pool);
    if (hasFiles(session.engine))
      await session.unlessStopped(session.host.deleteFiles(attachRequest(set, 0, 'filled').fileName));
  }
  const spaceBytes = await session.unlessStopped(session.host.spaceLeft());
  const { fill: trial = NOTHING_FILLED } = findings.result;
  const plan = sizedPlan(requestedPlan, fillBytesPerSecond(trial) ?? 0, spaceBytes);
  findings.setFileBytes(plan.file_bytes);
  session.files = hotFilesOf(plan);
  session.progress.forecast.replace(wholeRun(plan.family, matrixSteps(plan, layout, true)));
  await attachFiles(pool, session.fileSet, 'new');
  return plan;
}

/** The result grid: every row in every direction. */
export const matrix: Workload<'matrix'> = {
  plans: matrixPlan,
  schema: MatrixPlan,
  fileSets(plan) {
    const parts = hasParts(plan) ? filePartsOf(plan).map(({ row }) => partFiles(plan, row)) : [];
    return [hotFilesOf(plan), ...parts, ...(forgets(plan) ? [sampleFilesOf(plan)] : [])];
  },
  files: hotFilesOf,

  /** A cold run reads what was prepared for exactly this plan. */
  async checkReady({ host, engine, layout }, plan) {
    if (plan.cache !== 'cold' || !hasFiles(engine)) return;
    const preparedFile = await findPreparedOn(host);
    if (!preparedFile) throw new RunRefused('not_prepared');
    if (!samePlan(preparedFile.plan, plan)) throw new RunRefused('not_prepared', ['plan']);
    if (preparedFile.layout !== layout) throw new RunRefused('not_prepared', ['layout']);
  },

  async measure(session, requestedPlan, publish) {
    const findings = new Findings(publish);
    const plan = isByTime(requestedPlan) ? await sizeByTrial(session, requestedPlan, findings) : requestedPlan;
    const { layout } = session;
    const hotFill = await fill(session, hotFillStep(plan, layout));
    if (!readsOnce(plan)) findings.addFill(hotFill);
    await probeFloors(session, plan, findings);
    const runner = new JobRunner(session, plan, findings);
    if (isByTime(plan)) await runner.run(({ reads }) => reads !== 'drive');
    await fillForOnce(session, plan, findings);
    if (forgets(plan)) await forgetFiles(session, plan, findings);
    await runner.run(isByTime(plan) ? ({ reads }) => reads === 'drive' : undefined);
    runner.throwFailure();
  },
};
