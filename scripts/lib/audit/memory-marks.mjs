import { join } from 'node:path';
import { run, toolEnv } from '../command.mjs';
import { ROOT } from '../paths.mjs';

/** What the service and the page write about real records of every family: pictures, badges, texts, tables. */
const WORKSPACES = ['worker-api', 'web'];

/** 1 where every form marks reads from memory or leaves them out, else 0. */
export async function memoryMarks() {
  for (const workspace of WORKSPACES) {
    const options = { cwd: join(ROOT, workspace), env: toolEnv(), output: 'collect' };
    const { code, text } = await run('vitest', ['run', 'test/from-memory.test.ts'], options);
    if (code === 0) continue;
    process.stderr.write(text);
    return 0;
  }
  return 1;
}
