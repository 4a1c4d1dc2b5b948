/** Lets Node.js import what wrangler bundles into the Worker: fonts as bytes, and the picture renderer as a module. */
import { registerHooks } from 'node:module';
import { fileURLToPath } from 'node:url';
import { sourceOfAsset } from './asset-source.ts';

registerHooks({
  load: (url, context, nextLoad) => {
    const source = url.startsWith('file:') ? sourceOfAsset(fileURLToPath(url)) : null;
    return source === null ? nextLoad(url, context) : { format: 'module', shortCircuit: true, source };
  },
});
