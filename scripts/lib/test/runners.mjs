/** How a suite runs a tool and counts what it found. */
// As in test.mjs, not by name.
import os from 'node:os';
import { join } from 'node:path';
import { toolEnv } from '../command.mjs';
import { ROOT } from '../paths.mjs';
import { fromExitCode, fromPlaywright, fromVitest } from './counts.mjs';

/** @typedef {import('../command.mjs').run} Run runs a command and shows what it prints, at once or when the suite ends */
/** @typedef {{ reports: string, run: Run, say: (sentence: string) => void }} Output */
/** @typedef {{ name: string, run: (output: Output) => Promise<import('./counts.mjs').Counts> }} Suite */
/** @typedef {{ reads: readonly string[], suites: readonly Suite[] }} Stage `reads`: what none of its suites may write */

/** @returns {Suite} */
export function tool(name, command, ...args) {
  return { name, run: async ({ run }) => fromExitCode((await run(command, args, { env: toolEnv() })).code) };
}

export const vitestOptions = (file) => ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];

/** @returns {Suite} */
export function vitest(folder, { name = `tests: ${folder}`, env = {}, args = [] } = {}) {
  return {
    name,
    run: async ({ reports, run }) => {
      const file = join(reports, `${name.replace(/\W+/g, '-')}.json`);
      const { code } = await run('vitest', ['run', ...args, ...vitestOptions(file)], {
        cwd: join(ROOT, folder),
        env: toolEnv(env),
      });
      return fromVitest(code, file);
    },
  };
}

/** Tests wait for pages more than they compute. */
export const SIDE_BY_SIDE = Math.min(os.availableParallelism() + 1, 4);

export async function playwright({ reports, run }, projects, workers) {
  const file = join(reports, `${projects.join('-')}.json`);
  const env = toolEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: file });
  const options = ['--reporter=list,json', `--workers=${workers}`, ...projects.map((name) => `--project=${name}`)];
  const { code } = await run('npm', ['run', 'test', '-w', 'e2e', '--', ...options], { env });
  return fromPlaywright(code, file);
}
