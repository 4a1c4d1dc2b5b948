import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import { ROOT } from './paths.mjs';

/** @type {() => typeof import('typescript')} Loaded when it is needed: `npm start` reads this before anything is installed. */
const loadTypeScript = () => createRequire(import.meta.url)('typescript');

/** Reads a wrangler.jsonc of the tree, with its paths made absolute, so that it may be written elsewhere. */
export function readConfig(path) {
  const ts = loadTypeScript();
  const source = join(ROOT, path);
  const { config, error } = ts.parseConfigFileTextToJson(source, readFileSync(source, 'utf8'));
  if (error) throw new Error(`${source}: ${ts.flattenDiagnosticMessageText(error.messageText, '\n')}`);
  const absolute = (own) => resolve(dirname(source), own);
  return {
    ...config,
    $schema: undefined,
    main: absolute(config.main),
    ...(config.assets ? { assets: { ...config.assets, directory: absolute(config.assets.directory) } } : {}),
    ...(config.d1_databases
      ? { d1_databases: config.d1_databases.map((db) => ({ ...db, migrations_dir: absolute(db.migrations_dir) })) }
      : {}),
  };
}

/** Writes a configuration for wrangler; returns its path. */
export function writeConfig(path, config) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `${JSON.stringify(config, null, 2)}\n`);
  return path;
}
