/** Everything `npm test` runs, in order. Each ends with its counts; whatever it needs it finds or installs itself. */
import { join } from 'node:path';
import { buildCore, buildSite } from '../build.mjs';
import { needChromium } from '../chromium.mjs';
import { run, toolEnv } from '../command.mjs';
import { needFirefox } from '../firefox.mjs';
import { say } from '../say.mjs';
import { needNativeTools } from '../toolchain.mjs';
import { fromExitCode, fromPlaywright, fromSummary, fromVitest } from './counts.mjs';

/** @typedef {{ name: string, run: (reports: string) => Promise<import('./counts.mjs').Counts> }} Suite */

function tool(name, command, ...args) {
  return { name, run: async () => fromExitCode((await run(command, args, { env: toolEnv() })).code) };
}

function types(workspace) {
  return tool(`types: ${workspace}`, 'npm', 'run', 'check', '-w', workspace);
}

function vitest(workspace) {
  return {
    name: `tests: ${workspace}`,
    run: async (reports) => {
      const file = join(reports, `${workspace}.json`);
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
      const { code } = await run('npm', ['run', 'test', '-w', workspace, '--', ...reporters], { env: toolEnv() });
      return fromVitest(code, file);
    },
  };
}

const native = {
  name: 'tests: native core, with sanitizers',
  run: async () => {
    await needNativeTools();
    const { code, text } = await run('npm', ['run', 'test:native', '-w', 'wasm-core'], {
      env: toolEnv(),
      output: 'both',
    });
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

const e2e = {
  name: 'tests: end to end, in Chromium',
  run: async (reports) => {
    await needChromium();
    const file = join(reports, 'e2e.json');
    const env = toolEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    const { code } = await run('npm', ['run', 'test', '-w', 'e2e', '--', '--reporter=list,json'], { env });
    return fromPlaywright(code, file);
  },
};

const firefox = {
  name: 'tests: end to end, in Firefox',
  run: async (reports) => {
    const missing = await needFirefox();
    if (missing !== null) {
      say(`Skipped: ${missing}`);
      return { passed: 0, failed: 0, skipped: 1 };
    }
    const file = join(reports, 'firefox.json');
    const env = toolEnv({ PLAYWRIGHT_JSON_OUTPUT_FILE: file });
    const { code } = await run('npm', ['run', 'test:firefox', '-w', 'e2e', '--', '--reporter=list,json'], { env });
    return fromPlaywright(code, file);
  },
};

/** @type {readonly Suite[]} */
export const SUITES = [
  // First, because types and tests read what the build generates.
  build,
  tool('build: the service, as it would be deployed', 'npm', 'run', 'dry-run', '-w', 'worker-api'),
  tool('lint: eslint', 'eslint', '.', '--max-warnings', '0'),
  tool('lint: prettier', 'prettier', '--check', '--log-level', 'warn', '.'),
  ...['schema', 'wasm-core', 'worker-api', 'web', 'e2e'].map(types),
  native,
  ...['schema', 'wasm-core', 'worker-api', 'web'].map(vitest),
  e2e,
  firefox,
];
