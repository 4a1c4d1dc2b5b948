/** One of several that each add 1 to one number of a database, with nothing but SQLite's own calls: see sum.mjs. */
import sqlite3InitModule from '@sqlite.org/sqlite-wasm';

interface Request {
  readonly vfs: string;
  readonly file: string;
  /** None: it creates the number, or looks. */
  readonly times: number;
  /** Each addition holds a Web Lock of the page. */
  readonly isLocked: boolean;
}

const pause = () => new Promise((resolve) => setTimeout(resolve));

async function add({ vfs, file, times, isLocked }: Request) {
  const sqlite3 = await sqlite3InitModule();
  const inTurn = (work: () => void) => (isLocked ? navigator.locks.request('sum', work) : Promise.resolve().then(work));
  const db = new sqlite3.oo1.DB(`file:${file}?vfs=${vfs}`, 'c');
  db.exec('PRAGMA busy_timeout = 10000');
  const errors: Record<string, number> = {};
  const tryTo = async (work: () => void) => {
    try {
      await inTurn(work);
      return true;
    } catch (error) {
      const { message } = error as Error;
      errors[message] = (errors[message] ?? 0) + 1;
      return false;
    }
  };
  postMessage('opened');
  await new Promise((resolve) => addEventListener('message', resolve, { once: true }));
  let answered = 0;
  for (let time = 0; time < times; time++) {
    if (await tryTo(() => db.exec('UPDATE sum SET value = value + 1'))) answered++;
    await pause();
  }
  db.close();
  return { answered, errors };
}

/** Creates the number, or tells it and whether SQLite finds the database sound. */
async function look({ vfs, file }: Request) {
  const sqlite3 = await sqlite3InitModule();
  const db = new sqlite3.oo1.DB(`file:${file}?vfs=${vfs}`, 'c');
  db.exec('CREATE TABLE IF NOT EXISTS sum (value INTEGER NOT NULL)');
  if (db.selectValue('SELECT count(*) FROM sum') === 0) db.exec('INSERT INTO sum VALUES (0)');
  const left = { sum: db.selectValue('SELECT value FROM sum'), check: db.selectValue('PRAGMA integrity_check') };
  db.close();
  return { ...left, version: sqlite3.version.libVersion };
}

addEventListener(
  'message',
  ({ data }: MessageEvent<Request>) => {
    const answer: Promise<unknown> = data.times === 0 ? look(data) : add(data);
    answer.then(postMessage, (error: unknown) => postMessage({ failure: String(error) }));
  },
  { once: true },
);
