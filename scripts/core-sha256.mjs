/** Prints the SHA-256 of the core that was built, for `npm run deploy`. */
import { coreSha256 } from './lib/service-vars.mjs';

console.log(coreSha256());
