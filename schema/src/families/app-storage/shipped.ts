import type { ContenderId } from './contender-ids.ts';
import bytes from './shipped.json' with { type: 'json' };

/** What a page downloads for a contender, compressed with gzip: `npm run shipped -w wasm-core` builds and weighs it. */
export const shippedBytes = (contender: ContenderId): number => (bytes as Record<string, number>)[contender] ?? 0;
