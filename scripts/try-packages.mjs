/**
 * Installs the packages of `npm run pack` into an empty project, and has the command line run, check, compare and measure in turn
 * there: by a path with spaces and letters beyond ASCII, as folders of people have. For systems that nobody develops on.
 */
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from './lib/command.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, PlainError, say } from './lib/say.mjs';

const PACKED = join(ROOT, 'build/packages');
const TINY =
  '--family matrix --cache as-is --loops 1 --write 1MiB --size 16MiB --limit 0 --rows RND4K-Q1T1 --directions write'.split(
    ' ',
  );

/** Runs a command and throws where it does not end and say as it should. */
async function expectOutput(name, { code, text }, { codes = [0], says }) {
  if (codes.includes(code) && says.test(text)) {
    say(`${name}: as it should be`);
    return;
  }
  throw new PlainError(`${name} ended with ${code} and does not say ${says}:\n${text}`);
}

await main(async () => {
  const files = existsSync(PACKED) ? readdirSync(PACKED).filter((name) => name.endsWith('.tgz')) : [];
  if (files.length === 0) throw new PlainError('There are no packages yet: npm run pack makes them.');
  const home = mkdtempSync(join(tmpdir(), 'opfsmark-try-'));
  const cwd = join(home, 'Prüfung mit Leerzeichen');
  try {
    for (const drive of ['Läufe', 'b ö']) mkdirSync(join(cwd, drive), { recursive: true });
    writeFileSync(join(cwd, 'package.json'), JSON.stringify({ private: true }));
    const options = ['--no-audit', '--no-fund', '--loglevel=error'];
    const paths = files.map((name) => join(PACKED, name));
    const installed = await run('npm', ['install', ...options, ...paths], { cwd, output: 'collect' });
    await expectOutput('npm install', installed, { says: /added \d+ packages/ });

    const bin = join(cwd, 'node_modules/opfsmark/bin/opfsmark.cjs');
    const opfsmark = (...words) => run(process.execPath, [bin, ...words], { cwd, output: 'collect' });
    await expectOutput('opfsmark --version', await opfsmark('--version'), { says: /^\d+\.\d+\.\d+/m });
    const words = ['run', '--dir', join(cwd, 'Läufe'), ...TINY, '--json', 'Ergebnis ä.json'];
    await expectOutput('opfsmark run', await opfsmark(...words), { says: /RND4K Q1 write/ });
    const { status, environment } = JSON.parse(readFileSync(join(cwd, 'Ergebnis ä.json'), 'utf8'));
    say(`${environment.client.os.family}, flushed by ${environment.flush_primitive}: ${status}`);
    if (status !== 'done') throw new PlainError(`The run ended as ${status}.`);
    await expectOutput('opfsmark verify', await opfsmark('verify', 'Ergebnis ä.json'), { says: /can be published/ });
    const two = ['compare', 'Ergebnis ä.json', join(cwd, 'Ergebnis ä.json')];
    await expectOutput('opfsmark compare', await opfsmark(...two), { says: /no clear difference/ });
    // Noise may make either worse.
    const ab = ['ab', 'Läufe', join(cwd, 'b ö'), '--max-blocks', '2', '--buffered', ...TINY];
    await expectOutput('opfsmark ab', await opfsmark(...ab), { codes: [0, 1], says: /2 blocks of A B B A/ });
    const left = ['Läufe', 'b ö'].flatMap((drive) => readdirSync(join(cwd, drive)));
    if (left.length > 0) throw new PlainError(`Left behind: ${left.join(', ')}`);
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
});
