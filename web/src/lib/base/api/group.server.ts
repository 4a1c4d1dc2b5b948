import type { GroupView } from '@opfsmark/schema/api';
import type { Called } from '@opfsmark/schema/client';
import { get } from './read.server.ts';

export function getGroup(
  platform: Readonly<App.Platform> | undefined,
  origin: URL,
  id: string,
): Promise<Called<GroupView>> {
  return get(platform, origin, '/api/v1/groups/{group_id}', { path: { group_id: id } });
}
