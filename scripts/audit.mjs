/**
 * `npm run audit`: Lighthouse on the built site in a headless Chromium, on the pages people come to first, with a result
 * that was really measured; what axe says on every page; what a first visit loads. `--json FILE` keeps the rows.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { installAuditTools, loadLighthouse } from './lib/audit/tools.mjs';
import { withAuditBrowser } from './lib/audit/browser.mjs';
import { axeViolations } from './lib/audit/axe.mjs';
import { categoriesOf, CATEGORIES, scriptBytesOf } from './lib/audit/lighthouse.mjs';
import { publishMeasured } from './lib/audit/publish.mjs';
import { coreGzipBytes } from './lib/audit/sizes.mjs';
import { withSite } from './lib/audit/site.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { needChromium } from './lib/chromium.mjs';
import { main, say } from './lib/say.mjs';

const MIN_SCORE = 95;
const MAX_BYTES = { first_load_script_gzip_bytes: 90 * 1024, wasm_gzip_bytes: 12 * 1024 };

function whyTooLow({ id, value }) {
  if (id in MAX_BYTES) return value > MAX_BYTES[id] ? `more than ${MAX_BYTES[id]}` : null;
  if (id === 'axe_violations') return value > 0 ? 'must be 0' : null;
  return value < MIN_SCORE ? `less than ${MIN_SCORE}` : null;
}

async function audit(folder) {
  const lighthouse = await loadLighthouse();
  return withSite(join(folder, 'state'), (origin) =>
    withAuditBrowser(join(folder, 'profile'), async ({ context, debuggingPort }) => {
      say('Measuring a result to look at ...');
      const permalink = await publishMeasured(context, origin);
      const rows = [];
      let firstLoadBytes = 0;
      for (const [page, path] of Object.entries({ run: '/', result: permalink, leaderboard: '/leaderboard' })) {
        say(`Lighthouse on ${path} ...`);
        const report = await lighthouse(`${origin}${path}`, debuggingPort);
        const scores = categoriesOf(report);
        for (const category of CATEGORIES) rows.push({ id: `${page}.${category}`, value: scores[category].score });
        for (const { why } of Object.values(scores).flatMap(({ lost }) => lost)) say(`  ${why}`);
        if (page === 'run') firstLoadBytes = await scriptBytesOf(report, origin);
      }
      rows.push({ id: 'first_load_script_gzip_bytes', value: firstLoadBytes });
      rows.push({ id: 'wasm_gzip_bytes', value: coreGzipBytes() });
      say('axe on every page, in every language ...');
      rows.push({ id: 'axe_violations', value: await axeViolations(context, origin, [permalink]) });
      return rows;
    }),
  );
}

await main(async () => {
  const { values } = parseArgs({ options: { json: { type: 'string' } } });
  await installDependencies();
  await installAuditTools();
  await needChromium();
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-audit-'));
  try {
    const rows = await audit(folder);
    say('\nLighthouse emulates a mid-range phone on a slow connection (its mobile setting).');
    for (const row of rows) {
      const why = whyTooLow(row);
      say(`${row.id.padEnd(32)} ${String(row.value).padStart(8)}${why === null ? '' : `   ${why}`}`);
      if (why !== null) process.exitCode = 1;
    }
    if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify({ rows }, null, 2)}\n`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
