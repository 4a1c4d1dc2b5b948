/**
 * `npm run deploy [-- --staging] [-- --dry-run]`: builds the site and deploys both Workers. D1_DATABASE_ID is the id that
 * `wrangler d1 create` prints, DOMAIN the site's own. `--dry-run` needs no account and changes nothing.
 */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildCore, buildSite } from './lib/build.mjs';
import { run, toolEnv } from './lib/command.mjs';
import { installDependencies } from './lib/dependencies.mjs';
import { coreSha256 } from './lib/core-info.mjs';
import { deploymentAsked, deploymentConfigs, writeConfig } from './lib/deployment.mjs';
import { main, PlainError, say } from './lib/say.mjs';

async function wrangler(...args) {
  const { code } = await run('wrangler', args, { env: toolEnv() });
  if (code !== 0) throw new PlainError(`wrangler ${args[0]} failed: see above. Nothing after it was done.`);
}

await main(async () => {
  const { isDryRun, ...asked } = deploymentAsked(process.argv.slice(2), process.env);
  await installDependencies();
  await buildCore();
  await buildSite();
  const configs = deploymentConfigs({ ...asked, coreSha256: coreSha256() });
  const folder = mkdtempSync(join(tmpdir(), 'opfsmark-deploy-'));
  try {
    const [api, web] = ['api', 'web'].map((name) => writeConfig(join(folder, name, 'wrangler.json'), configs[name]));
    const dry = isDryRun ? ['--dry-run'] : [];
    if (!isDryRun) await wrangler('d1', 'migrations', 'apply', 'DB', '--remote', '-c', api);
    // The service first: the site is bound to it.
    await wrangler('deploy', '-c', api, ...dry);
    await wrangler('deploy', '-c', web, ...dry);
    say(`${isDryRun ? 'Checked' : 'Deployed'} ${configs.api.name} and ${configs.web.name}.`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
