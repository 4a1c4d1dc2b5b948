import { expect, test } from 'vitest';
import { parseVersion, TESTED_VERSIONS, untestedWarning } from '../../wasm-core/scripts/build-wasm.mjs';

test('the version is what emcc -dumpversion prints first', () => {
  expect(parseVersion('3.1.6\n')).toBe('3.1.6');
  expect(parseVersion('4.0.10-git\n')).toBe('4.0.10');
  expect(parseVersion('emcc: command failed')).toBeNull();
});

test('a tested version builds without a warning', () => {
  for (const version of TESTED_VERSIONS) expect(untestedWarning(version)).toBeNull();
});

test('an untested version is named in one line', () => {
  expect(untestedWarning('4.0.10')).toMatch(
    /^core: warning: Emscripten 4\.0\.10 is not tested \(tested: 3\.1\.6\)\..*$/,
  );
  expect(untestedWarning(null)).toMatch(/unknown version/);
});
