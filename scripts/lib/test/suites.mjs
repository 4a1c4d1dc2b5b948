/**
 * Everything `npm test` runs, stage by stage: the suites of a stage may run side by side, those of the next come after
 * them. What is timed, or fills all processors by itself, is a stage of its own. Each suite ends with its counts, and
 * whatever it needs it finds or installs itself.
 */
import { join } from 'node:path';
import { buildCore, buildSite } from '../build.mjs';
import { needChromium } from '../chromium.mjs';
import { toolEnv } from '../command.mjs';
import { needFirefox } from '../firefox.mjs';
import { needLintTools, needNativeTools } from '../toolchain.mjs';
import { fromExitCode, fromPlaywright, fromSummary, fromVitest } from './counts.mjs';

/** @typedef {import('../command.mjs').run} Run runs a command and shows what it says, now or with the suite's end */
/** @typedef {{ reports: string, run: Run, say: (sentence: string) => void }} Desk */
/** @typedef {{ name: string, run: (desk: Desk) => Promise<import('./counts.mjs').Counts> }} Suite */

function tool(name, command, ...args) {
  return { name, run: async ({ run }) => fromExitCode((await run(command, args, { env: toolEnv() })).code) };
}

function types(workspace) {
  return tool(`types: ${workspace}`, 'npm', 'run', 'check', '-w', workspace);
}

function vitest(workspace) {
  return {
    name: `tests: ${workspace}`,
    run: async ({ reports, run }) => {
      const file = join(reports, `${workspace}.json`);
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const { code } = await run('npm', ['run', 'test', '-w', workspace, '--', ...reporters], { env: toolEnv() });
      return fromVitest(code, file);
    },
  };
}

const nativeLint = {
  name: 'lint: native core',
  run: async ({ run, say }) => {
    const missing = await needLintTools();
    const { code } = await run('npm', ['run', 'lint:native', '-w', 'wasm-core'], { env: toolEnv() });
    const counts = fromExitCode(code);
    if (missing === null) return counts;
    say(`Skipped: ${missing}`);
    return { ...counts, passed: 0, skipped: 1 };
  },
};

const native = {
  name: 'tests: native core, with sanitizers',
  run: async ({ run }) => {
    await needNativeTools();
    const { code, text } = await run('npm', ['run', 'test:native', '-w', 'wasm-core'], { env: toolEnv() });
    return fromSummary(code, text);
  },
};

const build = {
  name: 'build: core and site',
  run: async () => {
    await buildCore();
    await buildSite();
    return fromExitCode(0);
  },
};

function playwright(script, report, ...options) {
  return async ({ reports, run }) => {
    const file = join(reports, `${report}.json`);
    const env = toolEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    const { code } = await run('npm', ['run', script, '-w', 'e2e', '--', '--reporter=list,json', ...options], { env });
    return fromPlaywright(code, file);
  };
}

function chromium(name, project, workers) {
  const test = playwright('test', project, `--project=${project}`, `--workers=${workers}`);
  return {
    name: `tests: end to end, ${name}, in Chromium`,
    run: async (desk) => {
      await needChromium();
      return test(desk);
    },
  };
}

const firefox = {
  name: 'tests: end to end, in Firefox',
  run: async (desk) => {
    const missing = await needFirefox();
    if (missing === null) return playwright('test:firefox', 'firefox')(desk);
    desk.say(`Skipped: ${missing}`);
    return { passed: 0, failed: 0, skipped: 1 };
  },
};

/** @type {readonly (readonly Suite[])[]} */
export const STAGES = [
  // First, because types and tests read what the build generates.
  [build],
  [
    // The longest first, so that none of them is left over at the end.
    tool('lint: eslint', 'eslint', '.', '--max-warnings', '0'),
    ...['web', 'wasm-core', 'worker-api', 'e2e', 'schema'].map(types),
    vitest('schema'),
    vitest('web'),
    tool('lint: prettier', 'prettier', '--check', '--log-level', 'warn', '.'),
    tool('build: the service, as it would be deployed', 'npm', 'run', 'dry-run', '-w', 'worker-api'),
  ],
  [nativeLint],
  [native],
  [vitest('wasm-core')],
  [vitest('worker-api')],
  [chromium('pages', 'pages', 2)],
  // One at a time: the drive is one.
  [chromium('measuring', 'measuring', 1)],
  [firefox],
];
