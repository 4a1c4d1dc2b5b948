/** Builds the native tests under Address and UndefinedBehavior sanitizers, runs them, and prints how many passed. */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { sanitizerEnv } from './sanitizers.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const build = join(root, 'build', 'native');

function fail(message) {
  console.error(message);
  process.exit(1);
}

function run(command, args, options = {}) {
  return spawnSync(command, args, { stdio: 'inherit', ...options });
}

const isPresent = (command) => run(command, ['--version'], { stdio: 'ignore' }).status === 0;
const missingTools = ['cmake', 'ninja'].filter((command) => !isPresent(command));
const compiler = ['clang++', 'g++'].find(isPresent);
if (!compiler) missingTools.push('clang++ or g++');
if (missingTools.length > 0) {
  fail(
    `native tests: missing ${missingTools.join(', ')} (Debian: apt-get install cmake ninja-build clang libgtest-dev; macOS: xcode-select --install, and brew install cmake ninja googletest)`,
  );
}

// To make them fast takes longer than they run; a sanitizer needs the lines alone.
const FLAGS = '-O0 -g1 -DNDEBUG';
// Headers take longer to read than all else: each is read once, for all files of a target together.
const TOGETHER = ['-DCMAKE_UNITY_BUILD=ON', '-DCMAKE_UNITY_BUILD_BATCH_SIZE=0'];

const configureRun = run('cmake', [
  ...['-S', root, '-B', build, '-G', 'Ninja', '-DCMAKE_BUILD_TYPE=RelWithDebInfo'],
  `-DCMAKE_CXX_COMPILER=${compiler}`,
  `-DCMAKE_CXX_FLAGS_RELWITHDEBINFO=${FLAGS}`,
  ...TOGETHER,
  '-Wno-dev',
  '--log-level=WARNING',
]);
if (configureRun.status !== 0) {
  fail(
    'native tests: cmake could not configure them. If it misses GTest, install GoogleTest (Debian: apt-get install libgtest-dev; macOS: brew install googletest).',
  );
}
if (run('cmake', ['--build', build, '--target', 'opfsmark_tests']).status !== 0)
  fail('native tests: they do not compile');

const scratch = mkdtempSync(join(tmpdir(), 'opfsmark-native-'));
const report = join(scratch, 'report.json');
try {
  const tests = run(join(build, 'opfsmark_tests'), ['--gtest_brief=1', `--gtest_output=json:${report}`], {
    env: sanitizerEnv(process.env),
  });
  if (!existsSync(report)) fail(`native tests: they ended early (${tests.signal ?? `code ${tests.status}`})`);
  const { tests: total, failures, disabled, testsuites } = JSON.parse(readFileSync(report, 'utf8'));
  const skipCount = testsuites.flatMap((suite) => suite.testsuite).filter((test) => test.result === 'SKIPPED').length;
  const passCount = total - failures - disabled - skipCount;
  console.log(`native tests: ${passCount} passed, ${failures} failed, ${skipCount + disabled} skipped`);
  process.exitCode = tests.status === 0 && total > 0 ? 0 : 1;
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
