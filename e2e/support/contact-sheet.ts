/** All pictures that were taken, one state per row, for `npm run screenshots`. */
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { E2E } from './lib/paths.ts';
import teardown from './teardown.ts';

const FOLDER = join(E2E, 'screenshots');
const NAME = /^(.+)-((?:narrow|wide)-(?:light|dark)-\w+)\.png$/;

export default function writeContactSheet(): void {
  // Other captures use the same configuration and leave no picture of a state.
  if (!existsSync(FOLDER)) return;
  const states = new Map<string, string[]>();
  for (const file of readdirSync(FOLDER).sort()) {
    const [, state, form] = NAME.exec(file) ?? [];
    if (state === undefined || form === undefined) continue;
    const picture = `<figure><a href="${file}"><img src="${file}" alt="${file}" loading="lazy"></a><figcaption>${form}</figcaption></figure>`;
    states.set(state, [...(states.get(state) ?? []), picture]);
  }
  const rows = [...states].map(([state, pictures]) => `<h2>${state}</h2><div>${pictures.join('')}</div>`);
  const style =
    'body{font:14px sans-serif;background:#ccc}div{display:flex;gap:8px;align-items:start;overflow-x:auto}figure{margin:0}img{height:600px}';
  const page = `<!doctype html><meta charset="utf-8"><title>States</title><style>${style}</style>${rows.join('\n')}\n`;
  writeFileSync(join(FOLDER, 'index.html'), page);
  teardown();
}
