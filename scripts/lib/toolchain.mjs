import { existsSync } from 'node:fs';
import { findCommand, install } from './packages.mjs';
import { PlainError } from './say.mjs';

/** Finds or installs the compiler of the core. */
export async function needEmscripten() {
  if (findCommand('emcc')) return;
  const { why } = await install({ apt: ['emscripten'], brew: ['emscripten'] });
  if (findCommand('emcc')) return;
  throw new PlainError(
    `Emscripten, the compiler of the core, was not found. ${why} Install it yourself (Debian: "sudo apt-get install emscripten"; Mac: "brew install emscripten"; elsewhere: https://emscripten.org/docs/getting_started/downloads.html), make sure that "emcc" is in PATH, and run this again.`,
  );
}

const GTEST_HEADERS = [
  '/usr/include/gtest/gtest.h',
  '/usr/local/include/gtest/gtest.h',
  '/opt/homebrew/include/gtest/gtest.h',
];

/** Finds or installs what the native tests of the core are built with. */
export async function needNativeTools() {
  const apt = [];
  const brew = [];
  const addMissing = (deb, formula) => {
    apt.push(deb);
    if (formula) brew.push(formula);
  };
  if (!findCommand('clang++', 'g++', 'c++')) addMissing('g++');
  if (!findCommand('cmake')) addMissing('cmake', 'cmake');
  if (!findCommand('ninja')) addMissing('ninja-build', 'ninja');
  if (!GTEST_HEADERS.some(existsSync)) addMissing('libgtest-dev', 'googletest');
  if (apt.length === 0) return;
  const { installed, why } = await install({ apt, brew });
  if (installed) return;
  throw new PlainError(
    `The native tests need ${apt.join(', ')}. ${why} Install them yourself (Debian: "sudo apt-get install ${apt.join(' ')}"; Mac: "xcode-select --install" and "brew install cmake ninja googletest") and run this again.`,
  );
}

/** Finds or installs what the C++ sources are linted with; what is missing all the same, in a sentence, or `null`. */
export async function needLintTools() {
  const missingTools = () => ['clang-format', 'clang-tidy'].filter((command) => !findCommand(command));
  const toolsToInstall = missingTools();
  if (toolsToInstall.length === 0) return null;
  // Homebrew keeps clang-tidy, a part of its LLVM, out of PATH.
  const { why } = await install({
    apt: toolsToInstall,
    brew: toolsToInstall.filter((command) => command === 'clang-format'),
  });
  if (missingTools().length === 0) return null;
  return `${missingTools().join(' and ')} cannot be run. ${why} Install it yourself (Debian: "sudo apt-get install ${missingTools().join(' ')}") and make sure that it is in PATH.`;
}
