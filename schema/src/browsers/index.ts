/** Measurements of browsers, release by release: made by `npm run browsers -w labs`, shown on `/browsers`. */
export * from './changes.ts';
export * from './measurements.ts';
