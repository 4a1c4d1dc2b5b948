import { WrappedStore, type OwnStore } from '../../../stores/own-store.ts';
import { nameOf } from './place.ts';
import type { Entry } from './adapter.ts';

/** The exports of a module of a store's adapter. */
interface OwnModule {
  openStore?(name: string): OwnStore | Promise<OwnStore>;
  /** See `Adapter`: a module may keep the folder that it has seen first. */
  readonly mayStay?: true;
}

/** The name that its database has. */
export const OWN = 'own';

/** A store of somebody's own, in a module of its own: each worker opens it under the same name. */
export const ownStore = (address: string): Entry => ({
  missing: () => null,
  load: async () => {
    const { openStore, mayStay } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ address)) as OwnModule;
    if (typeof openStore !== 'function') throw new TypeError('the module exports no function openStore(name)');
    const open = async () => {
      const store = await openStore(nameOf(OWN));
      await store.open();
      return new WrappedStore(store, new Set());
    };
    return { open, ...(mayStay && { mayStay }) };
  },
  isCounted: true,
});
