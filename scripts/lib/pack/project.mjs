/** Empty projects into which the packed files are installed, as somebody else would. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runOrFail, toolEnv } from '../command.mjs';
import { ROOT } from '../paths.mjs';

/**
 * Makes a folder with these packages installed, without the network: what they depend on is linked from the repository.
 * @param {readonly string[]} files packed files
 * @returns {Promise<{ dir: string, remove: () => void }>}
 */
export async function projectWith(files) {
  const dir = mkdtempSync(join(tmpdir(), 'opfsmark-project-'));
  writeFileSync(join(dir, 'package.json'), JSON.stringify({ name: 'project', private: true, type: 'module' }));
  const options = ['--offline', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const zod = join(ROOT, 'node_modules/zod');
  await runOrFail(
    'npm',
    ['install', ...options, ...files, zod],
    'The packed files could not be installed: see above.',
    {
      cwd: dir,
      env: toolEnv(),
    },
  );
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true }) };
}
