import { respelledPath } from '@opfsmark/schema/api';
import type { Operation, Tag } from './operation.ts';
import { BOARD_OPERATIONS } from './operations/boards.ts';
import { GROUP_OPERATIONS } from './operations/groups.ts';
import { MODERATION_OPERATIONS } from './operations/moderation.ts';
import { RUN_OPERATIONS } from './operations/runs.ts';
import { SERVICE_OPERATIONS } from './operations/service.ts';
import { SITE_OPERATIONS } from './operations/site.ts';

export interface TaggedOperation extends Operation {
  readonly tag: Tag;
}

const EXAMPLE_ID = 'abcdefghijklmnop';

/** Whether what stands in the address has other spellings, which are sent to this one. */
const isRespelled = (path: string) =>
  respelledPath(path.replaceAll(/\{(?:run|group)_id\}/g, EXAMPLE_ID).replaceAll(/\{\w+\}/g, 'X')) !== null;

function under(prefix: string, tag: Tag, operations: readonly Operation[]): TaggedOperation[] {
  return operations.map((operation) => {
    const path = `${prefix}${operation.path}`;
    const answers = isRespelled(path) ? { ...operation.answers, 308: 'none' as const } : operation.answers;
    return { ...operation, tag, path, answers };
  });
}

/** Every operation of the service. */
export const OPERATIONS: readonly TaggedOperation[] = [
  ...under('/api/v1', 'runs', RUN_OPERATIONS),
  ...under('/api/v1', 'boards', BOARD_OPERATIONS),
  ...under('/api/v1', 'groups', GROUP_OPERATIONS),
  ...under('/api/v1', 'service', SERVICE_OPERATIONS),
  ...under('/api/v1/admin/v1', 'moderation', MODERATION_OPERATIONS),
  ...under('', 'site', SITE_OPERATIONS),
];
