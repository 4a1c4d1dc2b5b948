/**
 * js_4k: the core's loop against the same loop in plain JavaScript: 4 KiB reads from the page cache, batched, on one
 * file in one browser. Both run in windows of 10 ms in turn, so that neither meets a better moment than the other. What
 * disturbs a window (another process, a frequency step) only ever makes it slower, so each side stands for itself by the
 * tenth of its windows that were disturbed least; a repeat is the ratio of the two.
 */
const MIB = 1024 * 1024;
const FILE_BYTES = 64 * MIB;
const BLOCK_BYTES = 4096;
const WINDOW_MS = 10;
const FILE_NAME = 'bench';

const undisturbed = (values) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 10)];

export const js4k = {
  id: 'js_4k',
  against: 'the same loop in plain JavaScript',

  async measure(page, { repeats, seconds }) {
    const call = (kind, body) => page.evaluate(([k, b]) => globalThis.bench.call(k, b), [kind, body]);
    await page.evaluate(() => globalThis.bench.start('opfs-sync'));
    await call('attach', { fileName: FILE_NAME, create: true, mode: 'readwrite-unsafe' });
    const content = { data: 'random', seed: 1, fileId: 0, generation: 0 };
    await call('fill', {
      share: { blockBytes: MIB, blockCount: FILE_BYTES / MIB, first: 0, stride: 1 },
      content,
    });

    const blockCount = FILE_BYTES / BLOCK_BYTES;
    const orderSeed = 1;
    const pass = {
      ...{ operation: 'read', readPercent: 100, pattern: 'random', timing: 'batched', flush: 'none' },
      ...{ share: { blockBytes: BLOCK_BYTES, blockCount, first: 0, stride: 1 }, content, orderSeed },
      ...{ limitNs: WINDOW_MS * 1e6, revisit: true, binNs: 100e6 },
    };
    const plain = {
      fileName: FILE_NAME,
      blockBytes: BLOCK_BYTES,
      blockCount,
      orderSeed,
      limitMs: WINDOW_MS,
      timing: 'batched',
    };
    const wasmNs = async () => {
      const { read, elapsedNs } = await call('pass', pass);
      return elapsedNs / read.ops;
    };
    const jsNs = async () => {
      const { ops, elapsedNs } = await page.evaluate((request) => globalThis.bench.plainJs(request), plain);
      return elapsedNs / ops;
    };

    await wasmNs();
    await jsNs();
    const windows = Math.max(20, Math.round((seconds * 1000) / WINDOW_MS / 2));
    const ratios = [];
    for (let repeat = 0; repeat < repeats; repeat++) {
      const wasm = [];
      const js = [];
      for (let window = 0; window < windows; window++) {
        if (window % 2 === 0) wasm.push(await wasmNs());
        js.push(await jsNs());
        if (window % 2 === 1) wasm.push(await wasmNs());
      }
      ratios.push(undisturbed(js) / undisturbed(wasm));
      console.log(
        `js_4k: wasm ${undisturbed(wasm).toFixed(0)} ns, plain JavaScript ${undisturbed(js).toFixed(0)} ns a read`,
      );
    }
    return ratios;
  },
};
