/**
 * The steps of the Dockerfile on this computer, where a container engine need not be: each stage is a folder, and `/` in it a folder
 * under that one.
 */
import { chownSync, cpSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join, matchesGlob, relative } from 'node:path';
import { runOrFail } from '../command.mjs';

/** @returns {{ instruction: string, rest: string }[]} */
export function parseDockerfile(text) {
  const lines = text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => /^[A-Z]+ /.test(line));
  return lines.map((line) => {
    const [, instruction, rest] = /^([A-Z]+) +(.*)$/.exec(line);
    return { instruction, rest };
  });
}

/** Copies a folder without what .dockerignore names. */
function copyContext(from, to) {
  const patterns = readFileSync(join(from, '.dockerignore'), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  const isIgnored = (path) => patterns.some((pattern) => matchesGlob(path, pattern));
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, filter: (path) => !isIgnored(relative(from, path)) });
}

function chownAll(folder, id) {
  chownSync(folder, id, id);
  for (const path of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!path.isSymbolicLink()) chownSync(join(path.parentPath, path.name), id, id);
  }
}

/**
 * Runs the stages, and returns what the last one would start: where, as whom, with what and how to see that it is well.
 * @param {{ context: string, root: string, userId: number | null, env: NodeJS.ProcessEnv }} options `userId`: of the user `node`; `null`: this user
 */
export async function buildStages(text, { context, root, userId, env }) {
  const stages = new Map();
  let stage;
  for (const { instruction, rest } of parseDockerfile(text)) {
    const at = (path) => join(stage.root, path);
    switch (instruction) {
      case 'FROM': {
        const name = / AS (\S+)$/.exec(rest)?.[1] ?? 'last';
        stage = { root: join(root, name), cwd: '/', env: {}, user: 'root', ports: [], volumes: [] };
        stages.set(name, stage);
        mkdirSync(stage.root, { recursive: true });
        break;
      }
      case 'WORKDIR':
        stage.cwd = rest;
        mkdirSync(at(rest), { recursive: true });
        break;
      case 'COPY': {
        const { from, chown, source, target } =
          /^(?:--from=(?<from>\S+) )?(?:--chown=(?<chown>\S+) )?(?<source>\S+) (?<target>\S+)$/.exec(rest).groups;
        if (from === undefined) copyContext(join(context, source), at(join(stage.cwd, target)));
        else cpSync(join(stages.get(from).root, source), at(target), { recursive: true, verbatimSymlinks: true });
        if (chown !== undefined && userId !== null) chownAll(at(target), userId);
        break;
      }
      case 'RUN': {
        // Absolute paths are those of the container; the user `node` is another one here.
        const own = rest
          .replace(/(?<= )\/(\w+)/g, (_, name) => at(name))
          .replaceAll('node:node', userId === null ? '' : `${userId}:${userId}`);
        const command = userId === null ? own.replace(/ && chown .*$/, '') : own;
        await runOrFail('sh', ['-c', command], `RUN ${rest} failed: see above.`, { cwd: at(stage.cwd), env });
        break;
      }
      case 'ENV':
        for (const pair of rest.split(' ')) stage.env[pair.split('=')[0]] = pair.split('=')[1];
        break;
      case 'USER':
        stage.user = rest;
        break;
      case 'VOLUME':
        stage.volumes.push(rest);
        break;
      case 'EXPOSE':
        stage.ports.push(rest);
        break;
      case 'HEALTHCHECK':
        stage.health = / CMD (.*)$/.exec(` ${rest}`)[1];
        break;
      case 'CMD':
        stage.command = JSON.parse(rest);
        break;
      default:
        throw new Error(`The Dockerfile has ${instruction}, which is not tried here`);
    }
  }
  return stage;
}
