/** The parts by which every package describes itself: its package.json, README, licences and changes. */
import { cpSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { PlainError } from '../say.mjs';
import { ROOT } from '../paths.mjs';

export const readJson = (path) => JSON.parse(readFileSync(join(ROOT, path), 'utf8'));
const root = readJson('package.json');

/** Nobody but the operator knows it: who publishes sets it, in one place. */
export const NO_REPOSITORY =
  'The packages name no repository: before you publish them, set "repository" in package.json to the address of this project, such as "https://github.com/OWNER/NAME".';

const ADDRESS = /^https:\/\/github\.com\/[\w.-]+\/[\w.-]+$/;

/** The address of this project, or `null` where none is set. */
export function repositoryOf({ repository } = root) {
  if (repository === undefined) return null;
  if (typeof repository === 'string' && ADDRESS.test(repository)) return repository;
  throw new PlainError(
    `"repository" in package.json is not like "https://github.com/OWNER/NAME": ${JSON.stringify(repository)}`,
  );
}

/** The links that npm shows beside a package, and where it is published: `folder` is that of its sources. */
function origin(repository, folder) {
  if (repository === null) return {};
  return {
    homepage: `${repository}/tree/HEAD/${folder}#readme`,
    repository: { type: 'git', url: `git+${repository}.git`, directory: folder },
    bugs: `${repository}/issues`,
  };
}

const LINK = /\[([^[\]]+)\]\((?!https?:|#)([^()]+)\)/g;

/** A README whose links lead to the repository: of that, an installed package has nothing. Without it the words stay. */
function readmeOf(path, repository) {
  return readFileSync(join(ROOT, path), 'utf8').replace(LINK, (_, words, target) =>
    repository === null ? words : `[${words}](${repository}/blob/HEAD/${posix.join(posix.dirname(path), target)})`,
  );
}

/** Texts of licences that a package names and does not have: those of another package. */
const TEXTS = { 'Apache-2.0': 'node_modules/typescript/LICENSE.txt' };

/** The licences of what is bundled, which ask to go wherever it goes. */
function licencesOf(folders) {
  return folders
    .map((folder) => {
      const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
      const file = readdirSync(folder).find((entry) => /^(?:licen[cs]e|copying)/i.test(entry));
      const path = file === undefined ? join(ROOT, TEXTS[license] ?? '') : join(folder, file);
      return `${name} ${version}\n\n${readFileSync(path, 'utf8').trim()}\n`;
    })
    .join(`\n${'-'.repeat(80)}\n\n`);
}

/**
 * Writes all that a package has beside what it runs.
 * @param {string} dir
 * @param {{ folder: string, manifest: object, bundledFolders?: readonly string[], repository?: string | null }} what `folder`: of its
 * sources and its README; `manifest`: what is its own
 */
export function finish(dir, { folder, manifest, bundledFolders = [], repository = repositoryOf() }) {
  const { name, version, description, keywords, ...rest } = manifest;
  const files = readdirSync(dir);
  const licences = bundledFolders.length > 0 ? ['THIRD-PARTY-LICENSES.txt'] : [];
  const whole = {
    ...{ name, version, description, keywords },
    ...origin(repository, folder),
    ...{ license: root.license, author: 'OPFSMark contributors', type: 'module' },
    ...rest,
    files: [...files, ...licences, 'CHANGELOG.md'].sort(),
    publishConfig: { access: 'public', provenance: true },
  };
  writeFileSync(join(dir, 'package.json'), `${JSON.stringify(whole, null, 2)}\n`);
  writeFileSync(join(dir, 'README.md'), readmeOf(`${folder}/README.md`, repository));
  for (const name of ['LICENSE', 'CHANGELOG.md']) cpSync(join(ROOT, name), join(dir, name));
  if (licences.length > 0) writeFileSync(join(dir, licences[0]), licencesOf(bundledFolders));
}
