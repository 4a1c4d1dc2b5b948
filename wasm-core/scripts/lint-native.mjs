/** clang-format over all C++ and clang-tidy over the core's sources; what is not installed is skipped and named. */
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');

function filesUnder(folder) {
  return readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(h|cc)$/.test(entry.name))
    .map((entry) => relative(root, join(entry.parentPath ?? entry.path, entry.name)))
    .sort();
}

const isPresent = (command) => spawnSync(command, ['--version'], { stdio: 'ignore' }).status === 0;

function checkFormat() {
  if (!isPresent('clang-format')) {
    console.log('clang-format: skipped, it is not installed');
    return true;
  }
  const files = ['include', 'src', 'test'].flatMap(filesUnder);
  const { status } = spawnSync('clang-format', ['--dry-run', '--Werror', ...files], { cwd: root, stdio: 'inherit' });
  console.log(`clang-format: ${files.length} files, ${status === 0 ? 'all formatted' : 'not all formatted'}`);
  return status === 0;
}

/** The analyzer in its deep mode takes two thirds of the time of all checks, and has found nothing more here. */
const SHALLOW = ['-Xclang', '-analyzer-config', '-Xclang', 'mode=shallow'];

function tidy(file) {
  return new Promise((resolve) => {
    const child = spawn('clang-tidy', ['--quiet', file, '--', '-std=c++20', '-Iinclude', ...SHALLOW], { cwd: root });
    const output = [];
    child.stdout.on('data', (text) => output.push(text));
    child.on('close', (status) => resolve({ ok: status === 0, output: Buffer.concat(output).toString() }));
  });
}

async function checkTidy() {
  if (!isPresent('clang-tidy')) {
    console.log('clang-tidy: skipped, it is not installed');
    return true;
  }
  // abi.cc is for the WebAssembly target alone, whose headers clang-tidy does not have.
  const waitingFiles = filesUnder('src').filter((file) => file.endsWith('.cc') && !file.endsWith('abi.cc'));
  const total = waitingFiles.length;
  let ok = true;
  const work = async () => {
    for (let file = waitingFiles.shift(); file; file = waitingFiles.shift()) {
      const result = await tidy(file);
      if (result.ok) continue;
      ok = false;
      console.log(result.output);
    }
  };
  await Promise.all(Array.from({ length: availableParallelism() }, work));
  console.log(`clang-tidy: ${total} files, ${ok ? 'no findings' : 'see above'}`);
  return ok;
}

const isFormatted = checkFormat();
const isTidy = await checkTidy();
process.exitCode = isFormatted && isTidy ? 0 : 1;
