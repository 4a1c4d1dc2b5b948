export * from './group.ts';
export * from './listing.ts';
export * from './moderation.ts';
export * from './receipt.ts';
export * from './run.ts';
export * from './snapshot.ts';
export * from './ticket.ts';
export * from './upload.ts';
