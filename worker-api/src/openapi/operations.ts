import type { Operation } from './operation.ts';
import { BOARD_OPERATIONS } from './operations/boards.ts';
import { MODERATION_OPERATIONS } from './operations/moderation.ts';
import { RUN_OPERATIONS } from './operations/runs.ts';
import { SERVICE_OPERATIONS } from './operations/service.ts';
import { SITE_OPERATIONS } from './operations/site.ts';

function under(prefix: string, operations: readonly Operation[]): Operation[] {
  return operations.map((operation) => ({ ...operation, path: `${prefix}${operation.path}` }));
}

/** Every operation of the service. */
export const OPERATIONS: readonly Operation[] = [
  ...under('/api/v1', [...RUN_OPERATIONS, ...BOARD_OPERATIONS, ...SERVICE_OPERATIONS]),
  ...under('/api/v1/admin/v1', MODERATION_OPERATIONS),
  ...SITE_OPERATIONS,
];
