/** The engine's: whoever measures in this browser has it, in whichever tab. */
const ENGINE_LOCK = 'opfsmark';
/** Of a comparison of two browsers, as long as this one takes part. */
const VERSUS_LOCK = 'opfsmark.versus.';

/** Pages without isolation or a secure address have no locks; nothing is measured there. */
const lockManager = (): LockManager | undefined => navigator.locks;

interface Measuring {
  /** Something is measured in this browser, in whichever tab, or is about to be in this one. */
  readonly isHere: boolean;
  /** The groups of comparisons that go on: between the turns of this browser the other one measures. */
  readonly versus: readonly string[];
}

/** What goes on now, beside which nothing is sent or kept that can wait. */
export async function readMeasuring(): Promise<Measuring> {
  // A page that has been left is told nothing, and does nothing more.
  const locks = await lockManager()
    ?.query()
    .catch(() => undefined);
  const names = (locks?.held ?? []).map(({ name = '' }) => name);
  return {
    isHere: window.opfsmark?.status === 'running' || names.includes(ENGINE_LOCK),
    versus: names.filter((name) => name.startsWith(VERSUS_LOCK)).map((name) => name.slice(VERSUS_LOCK.length)),
  };
}

/** Tells all tabs of this browser that it takes part in a comparison until `work` has ended. */
export async function whileComparing(groupId: string, work: () => Promise<void>): Promise<void> {
  const locks = lockManager();
  await (locks ? locks.request(VERSUS_LOCK + groupId, { mode: 'shared' }, work) : work());
}
