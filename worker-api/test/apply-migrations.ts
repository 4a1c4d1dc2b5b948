import { startEmpty } from './empty.ts';

await startEmpty();
