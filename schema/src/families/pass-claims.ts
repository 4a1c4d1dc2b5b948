import { decodeHistogram, totalCount } from '../documents/histogram.ts';
import type { Pass } from '../documents/pass.ts';
import type { Claim } from './claims.ts';

/** The identities of every pass, of whatever family. In an open loop calls wait beside those that the workers make. */
export function claimPassIdentities(pass: Pass, blockBytes: number, pointer: string, claim: Claim): void {
  claim(pass.total_ns >= pass.elapsed_ns, `${pointer}/total_ns`, 'is shorter than the window without its flush');
  for (const name of ['read', 'write'] as const) {
    const side = pass[name];
    if (!side) continue;
    claim(side.bytes === side.ops * blockBytes, `${pointer}/${name}/bytes`, 'is not calls x block');
    const capacityNs = pass.elapsed_ns * pass.workers;
    claim(
      pass.due !== undefined || side.busy_ns <= capacityNs * 1.1,
      `${pointer}/${name}/busy_ns`,
      'is more time than the workers had',
    );
    if (pass.timing === 'batched') continue;
    const counted = totalCount(decodeHistogram(side.histogram) ?? []);
    claim(counted === side.ops, `${pointer}/${name}/histogram`, `holds ${counted} calls, the pass ${side.ops}`);
  }
}
