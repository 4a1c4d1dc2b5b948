import type { RunRecord } from '@opfsmark/schema/families';
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { withFolder } from '../../ts/node/test/drives.ts';

const PROGRAM = fileURLToPath(new URL('../run.mjs', import.meta.url));
const REAL = fileURLToPath(new URL('../../../worker-api/proof/real/node-quick.json', import.meta.url));

/** What is said of a real record with these changes, or of this text. */
function verify(dir: string, change: ((record: RunRecord) => unknown) | string) {
  const file = join(dir, 'a.json');
  const record = JSON.parse(readFileSync(REAL, 'utf8')) as RunRecord;
  writeFileSync(file, typeof change === 'string' ? change : JSON.stringify(change(record)));
  const { status, stdout, stderr } = spawnSync(process.execPath, [PROGRAM, 'verify', file], { encoding: 'utf8' });
  return { code: status, text: `${stdout}${stderr}`.replaceAll(file, 'FILE') };
}

describe('a result that is checked', () => {
  it('can be published, and says why it would not rank', async () => {
    await withFolder((dir) => {
      expect(verify(dir, (record) => record)).toEqual({
        code: 0,
        text: expect.stringMatching(/^FILE can be published/) as string,
      });
      const { code, text } = verify(dir, ({ environment, ...record }) => ({
        ...record,
        environment: { ...environment, wasm_sha256: '0'.repeat(64) },
      }));
      expect(code).toBe(0);
      expect(text).toMatch(/^FILE can be published, and would not be ranked: .*unknown_core.*\.\n$/);
    });
  });

  it('is refused with all that is wrong', async () => {
    await withFolder((dir) => {
      const without = verify(dir, ({ plan: _, ...record }) => record);
      expect(without.code).toBe(1);
      expect(without.text).toMatch(/^FILE is no result of this version:\n {2}\/plan\S*: \S/);
      const memory = verify(dir, ({ environment, ...record }) => ({
        ...record,
        environment: { ...environment, engine: 'memory' },
      }));
      expect(memory.code).toBe(1);
      expect(memory.text).toContain('  /environment/engine: measures no drive and cannot be published\n');
      const pass = (record: RunRecord) => JSON.stringify(record).replace(/"ops":\d+/, '"ops":1');
      const changed = verify(dir, (record) => JSON.parse(pass(record)) as unknown);
      expect(changed.code).toBe(1);
      expect(changed.text).toMatch(/^FILE contradicts itself, and no service takes it:\n {2}\/result\//);
    });
  });

  it('is not looked for where there is none', async () => {
    await withFolder((dir) => {
      const { code, text } = verify(dir, '{"record":');
      expect(code).toBe(2);
      expect(text).toMatch(/^FILE is not JSON, or is cut off\. Name a file of --json/);
      expect(spawnSync(process.execPath, [PROGRAM, 'verify']).status).toBe(2);
    });
  });
});
