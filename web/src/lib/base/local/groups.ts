import { RUN_ID_PATTERN } from '@opfsmark/schema/documents';

/** A group that was made in this browser, with the key that deletes it. */
export interface OwnGroup {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const GROUP_KEY = 'opfsmark.group.';
const NAME_KEY = 'opfsmark.group-name.';

export function keepGroup({ id, name, key }: OwnGroup, store: Store): void {
  store.setItem(GROUP_KEY + id, JSON.stringify({ name, key }));
}

export function forgetGroup(id: string, store: Store): void {
  store.removeItem(GROUP_KEY + id);
}

export function ownGroup(id: string, store: Pick<Store, 'getItem'>): OwnGroup | null {
  const text = store.getItem(GROUP_KEY + id);
  if (text === null || !RUN_ID_PATTERN.test(id)) return null;
  // Written by `keepGroup` alone.
  return { id, ...(JSON.parse(text) as Pick<OwnGroup, 'name' | 'key'>) };
}

/** All groups made in this browser, by name. */
export function ownGroups(store: Store): OwnGroup[] {
  const keys = Array.from({ length: store.length }, (_, index) => store.key(index) ?? '');
  const ids = keys.filter((key) => key.startsWith(GROUP_KEY)).map((key) => key.slice(GROUP_KEY.length));
  return ids
    .map((id) => ownGroup(id, store))
    .filter((group) => group !== null)
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The name of the group whose page was open in this tab, so that the run page need not ask for it. */
export function keepGroupName(id: string, name: string, store: Pick<Store, 'setItem'>): void {
  store.setItem(NAME_KEY + id, name);
}

export function groupNameOf(id: string, store: Pick<Store, 'getItem'>): string | null {
  return store.getItem(NAME_KEY + id);
}
