import { createRequire } from 'node:module';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { CONTENDER_IDS, LIBRARIES } from '@opfsmark/schema/families';
import { ADAPTERS, TABLE, weighAdapter } from './weigh-contenders.mjs';

const { dependencies } = createRequire(import.meta.url)('../package.json');
const libraries = Object.values(LIBRARIES).filter(({ package: name }) => name !== null);
const licenceOf = (name) => createRequire(import.meta.url)(`../../node_modules/${name}/package.json`).license;

describe('what is said of a library', () => {
  it.each(libraries)(
    '$package has the version and the licence of what is bundled',
    ({ package: name, version, licence }) => {
      expect(dependencies[name]).toBe(version);
      // wa-sqlite names none there: its file LICENSE is the MIT licence.
      const said = licenceOf(name);
      if (said !== undefined) expect(said).toBe(licence);
      else {
        const text = readFileSync(new URL(`../../node_modules/${name}/LICENSE`, import.meta.url), 'utf8');
        expect(text.includes('MIT License') ? 'MIT' : 'another').toBe(licence);
      }
    },
  );
});

describe('what a contender weighs', () => {
  const table = JSON.parse(readFileSync(TABLE, 'utf8'));
  it('is known of all that a worker can run', () => {
    expect(Object.keys(table)).toEqual(CONTENDER_IDS.filter((id) => id !== 'local-storage'));
  });
  it.each(Object.entries(Object.fromEntries(Object.entries(ADAPTERS).map(([id, adapter]) => [adapter, id]))))(
    '%s is built to what the table says, within 3 % (npm run shipped -w wasm-core)',
    async (adapter, id) => {
      const bytes = await weighAdapter(adapter);
      expect(Math.abs(bytes - table[id])).toBeLessThan(Math.max(100, 0.03 * table[id]));
    },
  );
});
