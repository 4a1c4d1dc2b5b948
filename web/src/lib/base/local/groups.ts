import { RUN_ID_PATTERN } from '@opfsmark/schema/documents';
import { has, isText, parseJson } from './checks.ts';
import { newSecret } from './published-runs.ts';
import { namesAfter } from './stores.ts';

/** A group that was made in this browser, with the key that deletes it. */
export interface OwnGroup {
  readonly id: string;
  readonly name: string;
  readonly key: string;
}

type Store = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

const GROUP_KEY = 'opfsmark.group.';
const NEW_KEY = 'opfsmark.new-group.';
const NAME_KEY = 'opfsmark.group-name.';

/**
 * The key for a group that is to be made under a name. It is kept before anything is sent and until `forgetNewGroup`, so
 * that after a lost answer the same name, even after a reload, finds the same group.
 */
export function newGroupKey(name: string, store: Pick<Store, 'getItem' | 'setItem'>): string {
  const key = store.getItem(NEW_KEY + name) ?? newSecret();
  store.setItem(NEW_KEY + name, key);
  return key;
}

/** It was made, and is kept under its id. */
export function forgetNewGroup(name: string, store: Pick<Store, 'removeItem'>): void {
  store.removeItem(NEW_KEY + name);
}

export function keepGroup({ id, name, key }: OwnGroup, store: Store): void {
  store.setItem(GROUP_KEY + id, JSON.stringify({ name, key }));
}

export function forgetGroup(id: string, store: Store): void {
  store.removeItem(GROUP_KEY + id);
}

const hasKey = has({ name: isText, key: isText });
const isKept = (value: unknown): value is Pick<OwnGroup, 'name' | 'key'> => hasKey(value);

export function ownGroup(id: string, store: Pick<Store, 'getItem'>): OwnGroup | null {
  const text = store.getItem(GROUP_KEY + id);
  if (text === null || !RUN_ID_PATTERN.test(id)) return null;
  const savedGroup = parseJson(text);
  return isKept(savedGroup) ? { id, ...savedGroup } : null;
}

/** All groups made in this browser, by name. */
export function ownGroups(store: Store): OwnGroup[] {
  return namesAfter(GROUP_KEY, store)
    .map((id) => ownGroup(id, store))
    .filter((group) => group !== null)
    .toSorted((a, b) => a.name.localeCompare(b.name));
}

/** The name of the group whose page was open in this tab, so that the run page need not ask for it. */
export function keepGroupName(id: string, name: string, store: Pick<Store, 'setItem'>): void {
  try {
    store.setItem(NAME_KEY + id, name);
  } catch {
    // Without it the run page calls the group by no name.
  }
}

export function groupNameOf(id: string, store: Pick<Store, 'getItem'>): string | null {
  return store.getItem(NAME_KEY + id);
}
