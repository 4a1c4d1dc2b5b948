import type { Side } from './turns.ts';

const SIDE_KEY = 'opfsmark.versus.';
const BEGUN_KEY = 'opfsmark.versus-begun.';

/** Which side this browser is in a comparison: it stays so when its tab is closed and the link is opened again. */
export function sideOf(groupId: string, store: Pick<Storage, 'getItem'>): Side | null {
  const side = store.getItem(SIDE_KEY + groupId);
  return side === 'A' || side === 'B' ? side : null;
}

/** Throws where this browser keeps nothing: it could not keep the keys of its runs either. */
export function keepSide(groupId: string, side: Side, store: Pick<Storage, 'setItem'>): void {
  store.setItem(SIDE_KEY + groupId, side);
}

/** Whether somebody began it in this tab, so that it goes on when the page is loaded again. A link alone begins nothing. */
export const isBegun = (groupId: string, store: Pick<Storage, 'getItem'>): boolean =>
  store.getItem(BEGUN_KEY + groupId) !== null;

export function keepBegun(groupId: string, store: Pick<Storage, 'setItem'>): void {
  store.setItem(BEGUN_KEY + groupId, '1');
}
