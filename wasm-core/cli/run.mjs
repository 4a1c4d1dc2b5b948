/** The process that does what is asked; opfsmark.mjs starts it on a Node.js that can. */
import { main } from './main.ts';

await main(process.argv.slice(2));
