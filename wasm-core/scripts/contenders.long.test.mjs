import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { ADAPTERS, TABLE, weighAdapter } from './weigh-contenders.mjs';

describe('what a contender weighs', () => {
  const table = JSON.parse(readFileSync(TABLE, 'utf8'));
  // Contenders that differ in a setting have one adapter.
  const idOf = Object.fromEntries(Object.entries(ADAPTERS).map(([id, adapter]) => [adapter, id]));

  it.each(Object.entries(idOf))(
    '%s is built to what the table says, within 3 % (npm run shipped -w wasm-core)',
    async (adapter, id) => {
      const bytes = await weighAdapter(adapter);
      expect(Math.abs(bytes - table[id])).toBeLessThan(Math.max(100, 0.03 * table[id]));
    },
  );
});
