import { RunRecord } from '@opfsmark/schema/families';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { MIN_STILL_MS } from '../../page/stillness.ts';
import { withFolder } from './drives.ts';

/** The process that measures; another one stands in front of it. */
const CLI = fileURLToPath(new URL('../../../cli/run.mjs', import.meta.url));
/** The least that is noticed, and as much again for the threads to have ticked before. */
const STILL_MS = 2 * MIN_STILL_MS;

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The process of the command line is stopped while it measures; no other process is. */
async function runStopped(dir: string): Promise<RunRecord> {
  const json = join(dir, 'record.json');
  const words = [
    'run',
    '--dir',
    dir,
    '--json',
    json,
    '--family',
    'stutter',
    '--calls',
    '1000',
    '--workers',
    '2',
    '--min',
    '10',
  ];
  const child = spawn(process.execPath, [CLI, ...words], { stdio: ['ignore', 'ignore', 'pipe'] });
  const whenEnded = new Promise((resolve) => child.once('close', resolve));
  const whenMeasuring = new Promise<void>((resolve) => {
    child.stderr.on('data', (text: Buffer) => {
      if (text.toString().includes('file written')) resolve();
    });
  });
  await Promise.race([whenMeasuring, whenEnded]);
  child.kill('SIGSTOP');
  await wait(STILL_MS);
  child.kill('SIGCONT');
  await whenEnded;
  return RunRecord.parse(JSON.parse(readFileSync(json, 'utf8')));
}

it('a process that was stopped in the middle of a load says so, and calls it no stall', async () => {
  await withFolder(async (dir) => {
    const { status, environment } = await runStopped(dir);
    expect(status).toBe('done');
    expect(environment.pauses).toHaveLength(1);
    // A slice of the load was under way, or the rest before the next one.
    expect(environment.pauses?.[0]?.outcome).toMatch(/^(repeated|between)$/);
    expect(environment.pauses?.[0]?.ms).toBeGreaterThanOrEqual(MIN_STILL_MS);
  });
});
