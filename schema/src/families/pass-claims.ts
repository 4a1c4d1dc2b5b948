import { decodeHistogram, totalCount } from '../documents/histogram.ts';
import type { Pass } from '../documents/pass.ts';
import type { Claim } from './claims.ts';
import { TIME_SLACK } from './limits.ts';

interface Calls {
  readonly ops: number;
  readonly bytes: number;
  readonly histogram: string;
}

/** Every call moves one block. */
export function claimBlocks(
  { ops, bytes }: Omit<Calls, 'histogram'>,
  blockBytes: number,
  at: string,
  claim: Claim,
): void {
  claim(bytes === ops * blockBytes, `${at}/bytes`, `is not calls x ${blockBytes}`);
}

/** Every call was timed by itself. */
export function claimTimed({ ops, histogram }: Omit<Calls, 'bytes'>, at: string, claim: Claim): void {
  const counted = totalCount(decodeHistogram(histogram) ?? []);
  claim(counted === ops, `${at}/histogram`, `holds ${counted} of ${ops} calls`);
}

/** The identities of every pass, of whatever family. In an open loop calls wait beside those that the workers make. */
export function claimPassIdentities(pass: Pass, blockBytes: number, pointer: string, claim: Claim): void {
  claim(pass.total_ns >= pass.elapsed_ns, `${pointer}/total_ns`, 'is shorter than the window without its flush');
  for (const name of ['read', 'write'] as const) {
    const side = pass[name];
    if (!side) continue;
    claimBlocks(side, blockBytes, `${pointer}/${name}`, claim);
    const capacityNs = pass.elapsed_ns * pass.workers;
    claim(
      pass.due !== undefined || side.busy_ns <= capacityNs * TIME_SLACK,
      `${pointer}/${name}/busy_ns`,
      'is more time than the workers had',
    );
    if (pass.timing !== 'batched') claimTimed(side, `${pointer}/${name}`, claim);
  }
}
