import { NO_REPOSITORY, repositoryOf } from './manifest.mjs';

/**
 * Why a tag cannot be released, in sentences.
 * @param {{ tag: string, root: object, workspaces: readonly object[], changes: string, readmes: Record<string, string>, runsIn?: string }}
 * release the package.json of the root and of each workspace, CHANGELOG.md, the READMEs by their paths, and "OWNER/NAME" of the
 * repository that it is released from
 */
export function releaseProblems({ tag, root, workspaces, changes, readmes, runsIn }) {
  const { version } = root;
  const problems = [];
  if (!/^\d+\.\d+\.\d+$/.test(version) || tag !== `v${version}`) {
    problems.push(`The tag is "${tag}" and the version in package.json is ${version}: it must be v and three numbers.`);
  }
  for (const { name, version: own, dependencies = {} } of workspaces) {
    if (own !== version) problems.push(`${name} has the version ${own}: all have that of package.json, ${version}.`);
    for (const [other, wanted] of Object.entries(dependencies)) {
      if (other.startsWith('@opfsmark/') && wanted !== version)
        problems.push(`${name} needs ${other} ${wanted}, and that is ${version}.`);
    }
  }
  if (!changes.includes(`\n## ${version} `)) {
    problems.push(`CHANGELOG.md has no "## ${version} - DATE": give what is under "Unreleased" its version and date.`);
  }
  for (const [path, text] of Object.entries(readmes)) {
    if (/nothing is published/i.test(text))
      problems.push(`${path} says that nothing is published: say how it is installed.`);
  }
  const repository = repositoryOf(root);
  if (repository === null) problems.push(NO_REPOSITORY);
  else if (runsIn !== undefined && repository !== `https://github.com/${runsIn}`) {
    problems.push(
      `"repository" in package.json is ${repository}, and this is https://github.com/${runsIn}: npm would refuse it.`,
    );
  }
  return problems;
}
