// Known before the first part of the page needs it, on a thread of its own.
new Worker(new URL('./lib/base/format/learn-locales.ts', import.meta.url), { type: 'module' });
