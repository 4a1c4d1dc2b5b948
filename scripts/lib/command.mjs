import { delimiter, join } from 'node:path';
import { launch } from './children.mjs';
import { ROOT } from './paths.mjs';
import { asMeasured } from './processor-time.mjs';
import { PlainError } from './say.mjs';

/**
 * npm scripts find our tools, and the Node they are pinned to, first; so does everything started from here. npm itself
 * keeps quiet: what its scripts say is enough.
 */
export function toolEnv(extra = {}) {
  const path = [join(ROOT, 'node_modules/.bin'), process.env.PATH].join(delimiter);
  return { ...process.env, PATH: path, npm_config_loglevel: 'silent', ...extra };
}

/**
 * Runs a command to its end and never throws: a command that cannot be started ends with code 127.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, output?: 'show' | 'collect' | 'both' }} [options] `collect` keeps
 * stdout and stderr together in `text`, `show` passes them on.
 * @returns {Promise<{ code: number, text: string }>}
 */
export function run(command, args, { cwd = ROOT, env = process.env, output = 'show' } = {}) {
  return new Promise((resolve) => {
    const stdio = output === 'show' ? ['ignore', 'inherit', 'inherit'] : ['ignore', 'pipe', 'pipe'];
    const measured = asMeasured(command, args, stdio);
    const child = launch(measured.command, measured.args, { cwd, env, stdio: measured.stdio });
    measured.watch(child);
    let text = '';
    const collect = (chunk) => (text += chunk);
    child.stdout?.setEncoding('utf8').on('data', collect);
    child.stderr?.setEncoding('utf8').on('data', collect);
    if (output === 'both') {
      child.stdout.on('data', (chunk) => process.stdout.write(chunk));
      child.stderr.on('data', (chunk) => process.stderr.write(chunk));
    }
    child.once('error', (error) => resolve({ code: 127, text: `${text}${error.message}\n` }));
    child.once('close', (code, signal) => resolve({ code: code ?? (signal ? 128 : 1), text }));
  });
}

/** Runs a command quietly and returns what it printed; on failure shows that and throws `sentence`. */
export async function runOrFail(command, args, sentence, options = {}) {
  const { code, text } = await run(command, args, { output: 'collect', ...options });
  if (code === 0) return text;
  process.stderr.write(text);
  throw new PlainError(sentence);
}
