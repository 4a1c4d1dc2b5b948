import { CONTENDER_IDS, CONTENDERS } from '@opfsmark/schema/families/app-storage/contender-ids';
import { describe, expect, it, vi } from 'vitest';
import { entryOf } from './entries.ts';

describe('a line of the table of contenders', () => {
  it.each(CONTENDER_IDS.filter((id) => CONTENDERS[id].adapter !== null))(
    'of %s names a file that has it',
    async (id) => {
      // OPFSAdaptiveVFS looks at it when it is loaded.
      vi.stubGlobal('FileSystemSyncAccessHandle', { prototype: {} });
      expect(await entryOf(id).load()).toHaveProperty('open');
      vi.unstubAllGlobals();
    },
  );

  it('of what only a page has is told as that', async () => {
    expect(await entryOf('local-storage').missing()).toBe('page_only');
  });

  it('of what this runtime lacks says what that is', async () => {
    expect(await entryOf('write-ahead').missing()).toBe('no_sync_handles');
    expect(await entryOf('idb-strict').missing()).toBe('no_indexeddb');
  });
});
