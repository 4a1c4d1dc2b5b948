import { afterAll, afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { NewVersion, register } from '../src/lib/features/site/new-version.svelte.ts';
import { PAGES } from '../src/service-worker/pages.ts';

/** By its name: with the types of a page, as these tests have, a worker is not checked. */
const WORKER = '../src/service-worker/index.ts';
const ORIGIN = 'https://opfsmark.example';
const OURS = 'opfsmark-7';

vi.mock('$service-worker', () => ({
  build: ['/_app/app.js', '/_app/duckdb-eh.wasm'],
  files: ['/icon.svg', '/robots.txt'],
  version: '7',
}));

type Handler = (event: Record<string, unknown>) => void;
type Asked = string | { readonly url: string };

const addressOf = (asked: Asked) =>
  new URL(typeof asked === 'string' ? asked : asked.url, ORIGIN).href.slice(ORIGIN.length);

const handlers = new Map<string, Handler>();
const stores = new Map<string, Map<string, string>>();
const skipWaiting = vi.fn();
const claim = vi.fn();
let isOnline: boolean;
let fetched: string[];
/** What the server says of a page now. */
let language: string;
/** What the browser does where something is to be kept. */
let fail: null | 'to open' | 'to put';

function answer(asked: Asked): Promise<Response> {
  if (!isOnline) return Promise.reject(new TypeError('Failed to fetch'));
  const address = addressOf(asked);
  fetched.push(address);
  if (address === '/broken') return Promise.resolve(new Response('', { status: 500 }));
  return Promise.resolve(new Response(`<html lang="${language}"> of ${address}`));
}

function cacheOf(store: Map<string, string>) {
  const put = async (asked: Asked, response: Response) => {
    if (fail === 'to put') throw new DOMException('full', 'QuotaExceededError');
    store.set(addressOf(asked), await response.text());
  };
  return {
    put,
    addAll: async (all: readonly Asked[]) => {
      for (const asked of all) await put(asked, await answer(asked));
    },
  };
}

/** As that of a browser, as far as the worker asks it. */
const caches = {
  keys: () => Promise.resolve([...stores.keys()]),
  delete: (name: string) => Promise.resolve(stores.delete(name)),
  open(name: string) {
    if (fail === 'to open') return Promise.reject(new Error('none'));
    const store = stores.get(name) ?? new Map<string, string>();
    stores.set(name, store);
    return Promise.resolve(cacheOf(store));
  },
  match(asked: Asked) {
    const texts = [...stores.values()].map((store) => store.get(addressOf(asked)));
    const text = texts.find((one) => one !== undefined);
    return Promise.resolve(text === undefined ? undefined : new Response(text));
  },
};

async function tell(type: string, event: Record<string, unknown> = {}): Promise<void> {
  const work: unknown[] = [];
  handlers.get(type)?.({ ...event, waitUntil: (promise: unknown) => work.push(promise) });
  await Promise.all(work);
}

/** The text that a page or a part of one comes with; `null` where the browser asks the network by itself. */
async function ask(address: string, { mode = 'navigate', method = 'GET' } = {}): Promise<string | null> {
  const work: unknown[] = [];
  let answered: Promise<Response> | null = null;
  const event = {
    request: { url: new URL(address, ORIGIN).href, mode, method },
    respondWith: (promise: Promise<Response>) => (answered = promise),
    waitUntil: (promise: unknown) => work.push(promise),
  };
  handlers.get('fetch')?.(event);
  const response = await (answered as Promise<Response> | null);
  await Promise.all(work);
  return response?.text() ?? null;
}

const kept = () => stores.get(OURS) ?? new Map<string, string>();

vi.stubGlobal('addEventListener', (type: string, handler: Handler) => handlers.set(type, handler));
vi.stubGlobal('location', { origin: ORIGIN });
vi.stubGlobal('clients', { claim });
vi.stubGlobal('skipWaiting', skipWaiting);
vi.stubGlobal('caches', caches);
vi.stubGlobal('fetch', answer);
vi.stubGlobal(
  'Request',
  class {
    readonly url: string;
    constructor(address: string) {
      this.url = new URL(address, ORIGIN).href;
    }
  },
);
await import(WORKER);
afterAll(() => vi.unstubAllGlobals());

beforeEach(async () => {
  stores.clear();
  fetched = [];
  isOnline = true;
  fail = null;
  language = 'en';
  await tell('install');
});

describe('a version that is installed', () => {
  it('keeps its assets and the pages that need no service, and no database', () => {
    expect([...kept().keys()].toSorted()).toEqual(['/_app/app.js', '/icon.svg', ...PAGES].toSorted());
  });

  it('waits until a page asks for it', async () => {
    expect(skipWaiting).not.toHaveBeenCalled();
    await tell('message', { data: 'something else' });
    expect(skipWaiting).not.toHaveBeenCalled();
    await tell('message', { data: 'take-over' });
    expect(skipWaiting).toHaveBeenCalledOnce();
  });

  it('deletes what other versions have kept, nothing of anybody else, and takes the pages that are open', async () => {
    await caches.open('opfsmark-6');
    await caches.open('of another');
    await tell('activate');
    expect([...stores.keys()].toSorted()).toEqual(['of another', OURS]);
    expect(claim).toHaveBeenCalledOnce();
  });
});

describe('with a network', () => {
  it('a page comes from the server and replaces what is kept; one of a group, or with an error, does not', async () => {
    language = 'ja';
    expect(await ask('/history')).toContain('lang="ja"');
    expect(kept().get('/history')).toContain('lang="ja"');
    expect(await ask('/?family=stutter&group=1')).toContain('lang="ja"');
    expect(kept().get('/?family=stutter')).toContain('lang="en"');
    await ask('/broken');
    expect(kept().has('/broken')).toBe(false);
  });

  it('an asset comes from what is kept, and one that was not is kept from now on', async () => {
    fetched = [];
    expect(await ask('/_app/app.js', { mode: 'cors' })).toContain('of /_app/app.js');
    expect(fetched).toEqual([]);
    await ask('/_app/duckdb-eh.wasm', { mode: 'cors' });
    expect(kept().has('/_app/duckdb-eh.wasm')).toBe(true);
  });

  it('a part of a newer version is kept with the page that needs it, or found where that version has kept it', async () => {
    const own = '/_app/immutable/newer.js';
    await ask(own, { mode: 'cors' });
    stores.set('opfsmark-8', new Map([['/_app/immutable/newest.js', 'of the newest']]));
    isOnline = false;
    expect(await ask(own, { mode: 'cors' })).toContain(`of ${own}`);
    expect(await ask('/_app/immutable/newest.js', { mode: 'cors' })).toBe('of the newest');
  });

  it.each(['/api/v1/boards', '/badge/1.svg', '/og/1.png', '/sitemap.xml', 'https://elsewhere.example/'])(
    '%s is asked by the browser itself',
    async (address) => {
      expect(await ask(address)).toBeNull();
    },
  );

  it('what is sent is sent by the browser itself', async () => {
    expect(await ask('/history', { method: 'POST' })).toBeNull();
  });

  it.each(['to open', 'to put'] as const)(
    'what cannot be kept is given all the same: a browser that fails %s',
    async (how) => {
      fail = how;
      language = 'ja';
      expect(await ask('/history')).toContain('lang="ja"');
      expect(await ask('/_app/duckdb-eh.wasm', { mode: 'cors' })).toContain('of /_app/duckdb-eh.wasm');
      expect(kept().get('/history')).toContain('lang="en"');
    },
  );

  it('another language that is chosen is that of all kept pages', async () => {
    language = 'ja';
    await ask('/history?lang=ja');
    expect(kept().get('/method')).toContain('lang="ja"');
  });
});

describe('without a network', () => {
  beforeEach(() => {
    isOnline = false;
  });

  it('a page comes as it was kept, whatever plan its address names', async () => {
    expect(await ask('/?family=stutter&size=1GiB')).toContain('of /?family=stutter');
    expect(await ask('/history')).toContain('of /history');
  });

  it('a page that needs the network is the one that says so', async () => {
    expect(await ask('/leaderboard')).toContain('of /offline');
  });

  it('pages stay as they are where another language is chosen', async () => {
    expect(await ask('/history?lang=ja')).toContain('of /history');
    expect(kept().get('/method')).toContain('lang="en"');
  });
});

describe('a version that waits', () => {
  const target = (more: object) => Object.assign(new EventTarget(), more);

  function offer(state: ServiceWorkerState) {
    const waiting = { state, postMessage: vi.fn<(message: string) => void>() };
    const container = target({ controller: {} }) as unknown as ServiceWorkerContainer;
    const version = new NewVersion();
    version.watch(
      target({ waiting, installing: null }) as unknown as ServiceWorkerRegistration,
      container,
      new AbortController().signal,
    );
    return { version, waiting, container };
  }

  it('takes over when it is accepted, and the page is loaded again by it', () => {
    const { version, waiting, container } = offer('installed');
    const reload = vi.fn<() => void>();
    version.accept(container, reload);
    expect(version.offered).toBe(true);
    expect([waiting.postMessage.mock.calls, reload.mock.calls]).toEqual([[['take-over']], []]);
    container.dispatchEvent(new Event('controllerchange'));
    expect(reload).toHaveBeenCalledOnce();
  });

  it.each(['activated', 'redundant'] as const)(
    'is %s by another tab already, and the page is loaded again',
    (state) => {
      const { version, waiting, container } = offer('installed');
      waiting.state = state;
      const reload = vi.fn<() => void>();
      version.accept(container, reload);
      expect(reload).toHaveBeenCalledOnce();
    },
  );
});

describe('the site is kept for offline use', () => {
  /** The lock that some tab of this browser has. */
  let held = '';
  const registerWorker = vi.fn<(address: string) => Promise<object>>(() => Promise.resolve({}));

  beforeEach(() => {
    vi.useFakeTimers();
    registerWorker.mockClear();
    vi.stubGlobal('window', {});
    const locks = { query: () => Promise.resolve({ held: [{ name: held }] }) };
    vi.stubGlobal('navigator', { locks, serviceWorker: { register: registerWorker } });
  });
  afterEach(() => {
    vi.useRealTimers();
  });

  it.each([
    ['a link that runs by itself', { pathname: '/', search: '?autorun=1' }],
    ['two browsers that measure in turn', { pathname: '/versus/0123456789ABCDEF', search: '?cores=8' }],
    ['another tab that takes part in that', { pathname: '/' }, 'opfsmark.versus.0123456789ABCDEF'],
    ['another tab that measures', { pathname: '/history' }, 'opfsmark'],
  ])('after %s, and not meanwhile', async (_, address, lock = '') => {
    vi.stubGlobal('location', { origin: ORIGIN, search: '', ...address });
    held = lock;
    const registered = register(new AbortController().signal);
    await vi.advanceTimersByTimeAsync(60_000);
    expect(registerWorker).not.toHaveBeenCalled();
    vi.stubGlobal('location', { origin: ORIGIN, pathname: '/history', search: '' });
    held = '';
    await vi.advanceTimersByTimeAsync(60_000);
    await registered;
    expect(registerWorker).toHaveBeenCalledExactlyOnceWith('/service-worker.js');
  });
});
