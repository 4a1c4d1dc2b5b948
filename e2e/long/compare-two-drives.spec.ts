import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { RunView } from '@opfsmark/schema/api';
import { expect, test } from '../support/fixtures.ts';
import { mountTwo, type Drive } from '../support/lib/mounted-drives.ts';
import { ROOT } from '../support/lib/paths.ts';
import { visit } from '../support/lib/visit.ts';
import { baseURL } from '../support/site.ts';

const PROGRAM = join(ROOT, 'wasm-core', 'cli', 'opfsmark.mjs');
const PLAN = ['--cache', 'as-is', '--size', '32MiB', '--limit', '1', '--loops', '1', '--rows', 'SEQ1M-Q1T1,RND4K-Q1T1'];

const FIGURES = ['SEQ1M Q1', 'RND4K Q1'].flatMap((row) => [`${row} read`, `${row} write_burst`, `${row} flush_each`]);

/** Measures a drive with the command line and publishes the result; its permalink's id. */
function publishFrom({ folder }: Drive): Promise<string> {
  const args = ['run', '--dir', folder, ...PLAN, '--publish', baseURL, '--device', 'Two drives test'];
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: ['ignore', 'ignore', 'pipe'] });
    let messages = '';
    child.stderr.on('data', (chunk: Buffer) => (messages += chunk.toString()));
    child.on('error', reject);
    child.on('close', (code) => {
      const id = /\/r\/([0-9A-Z]{16})/.exec(messages)?.[1];
      if (code === 0 && id !== undefined) resolve(id);
      else reject(new Error(`ended with ${code}:\n${messages}`));
    });
  });
}

test('two filesystems measured by the command line stand side by side', async ({ page, api }) => {
  const { drives, obstacle, unmount } = mountTwo();
  try {
    if (obstacle !== null) console.log(`skipped: ${obstacle}`);
    test.skip(obstacle !== null, obstacle ?? '');
    const ids: string[] = [];
    for (const drive of drives) {
      const before = readdirSync(drive.folder);
      const id = await publishFrom(drive);
      ids.push(id);
      expect(readdirSync(drive.folder)).toEqual(before);

      const view = RunView.parse(await (await api.get(`/runs/${id}`)).json());
      expect(view.declared.filesystem).toBe(drive.filesystem);
      expect(view.record.environment.engine).toBe('node');
      expect(view.figures.map(({ name }) => name).sort()).toEqual([...FIGURES].sort());
    }
    await visit(page, `/compare?runs=${ids.join(',')}`);
    await expect(page.getByRole('table').first()).toContainText('RND4K Q1');
    for (const id of ids) await expect(page.locator(`a[href*="${id}"]`).first()).toBeVisible();
  } finally {
    unmount();
  }
});
