import type { Plugin } from 'vite';
import { sourceOfAsset } from '../asset-source.ts';

/** Fonts and the picture renderer, as node/assets.ts imports them. */
export const bytesPlugin: Plugin = { name: 'bytes', enforce: 'pre', load: (id) => sourceOfAsset(id) };
