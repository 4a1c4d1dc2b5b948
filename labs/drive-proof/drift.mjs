import { answerOf } from '@opfsmark/schema/answer/of';
import { figuresOf } from '@opfsmark/schema/families';
import { runQuick } from '../bench/drive-run.mjs';
import { DRIVES, FOR_QUICK, withSimulatedDrive } from '../drives/index.mjs';

/** How many times as fast the drive was before. */
const SLOWNESS = 1 / 0.7;
/** Large calls wait for the drive alone; half of what a small one takes is the browser's. */
const MOVED_FIGURES = {
  write: ['seq1m_q1t1 write', 'seq1m_q8t1 write'],
  read: ['seq1m_q1t1 drive_read', 'seq1m_q8t1 drive_read'],
};

/** Some figures of a first click, with the factor that the interval of each spans, and whether the answer speaks of a drift. */
async function runOnce(of, isSlowed) {
  const { bytes, memoryBytes } = FOR_QUICK;
  const { record } = await withSimulatedDrive({ bytes, traits: DRIVES.sata_300us }, (folder, _power, { slowDown }) =>
    runQuick({ folder, memoryBytes, ...(isSlowed && { halfWay: { of, call: slowDown } }) }),
  );
  const figures = figuresOf(record).filter(({ id }) => MOVED_FIGURES[of].includes(id));
  const spans = figures.map(({ low, high }) => high / low);
  const sentence = figures.map(({ id }, at) => `${id} spans a factor of ${spans[at].toFixed(2)}`).join(', ');
  return { spans, sentence, isTold: answerOf(record).notes.includes('drifts') };
}

/**
 * A drive that loses 30 % of its speed in the middle of the writes, or of the reads: the answer says so, or the intervals are
 * as wide as that. Of a steady drive it says nothing.
 */
export async function proveDrift(expect) {
  const steadyRun = await runOnce('read', false);
  expect(`of a steady drive no drift is told; ${steadyRun.sentence}`, !steadyRun.isTold);
  for (const of of Object.keys(MOVED_FIGURES)) {
    const { spans, sentence, isTold } = await runOnce(of, true);
    const isHeld = isTold || (spans.length > 0 && spans.every((span) => span >= SLOWNESS));
    expect(`30 % slower from the middle of each ${of} on: ${isTold ? 'told' : 'not told'}; ${sentence}`, isHeld);
  }
}
