/** `node scripts/check-release.mjs v0.1.0`: whether what is here can be released by this tag; else why not, in sentences. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readJson } from './lib/pack/manifest.mjs';
import { releaseProblems } from './lib/pack/release.mjs';
import { ROOT } from './lib/paths.mjs';
import { main, PlainError, say } from './lib/say.mjs';

const READMES = ['README.md', 'schema/README.md', 'wasm-core/README.md', 'wasm-core/cli/README.md'];

const textOf = (path) => readFileSync(join(ROOT, path), 'utf8');

await main(() => {
  const [tag = ''] = process.argv.slice(2);
  const root = readJson('package.json');
  const problems = releaseProblems({
    tag,
    root,
    workspaces: root.workspaces.map((folder) => readJson(`${folder}/package.json`)),
    changes: textOf('CHANGELOG.md'),
    readmes: Object.fromEntries(READMES.map((path) => [path, textOf(path)])),
    runsIn: process.env.GITHUB_REPOSITORY,
  });
  if (problems.length > 0) throw new PlainError(problems.join('\n'));
  say(`${tag} can be released.`);
});
