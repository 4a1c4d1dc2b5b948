import { measureStore } from '@opfsmark/core';
import { openStore } from './store.ts';

const { figures } = await measureStore(openStore('my-store'), { batch_rows: 200, puts: 20, loops: 3 });
for (const { workload, value, low, high } of figures) {
  const ms = (ns: number) => (ns / 1e6).toFixed(3);
  document.body.append(`${workload}: ${ms(value)} ms (${ms(low)} to ${ms(high)})\n`);
}
