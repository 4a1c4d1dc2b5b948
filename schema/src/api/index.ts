export * from './group-code.ts';
export * from './run.ts';
export * from './checkup.ts';
export * from './listing.ts';
export * from './moderation.ts';
export * from './ticket.ts';
export * from './spelling.ts';
export * from './signature.ts';
