import type { DeviceView, FilesystemView } from '@opfsmark/schema/api';
import type { DeviceList } from '@opfsmark/schema/boards';
import type { Called } from '@opfsmark/schema/client';
import { get } from './read.server.ts';

type Platform = Readonly<App.Platform> | undefined;

export async function findDevices(platform: Platform, origin: URL, text: string): Promise<DeviceList['devices']> {
  const answer = await get(platform, origin, '/api/v1/devices', { query: { q: text } });
  return answer.ok ? answer.value.devices : [];
}

export function getDevice(platform: Platform, origin: URL, slug: string): Promise<Called<DeviceView>> {
  return get(platform, origin, '/api/v1/devices/{slug}', { path: { slug } });
}

export function getFilesystem(platform: Platform, origin: URL, slug: string): Promise<Called<FilesystemView>> {
  return get(platform, origin, '/api/v1/filesystems/{fs}', { path: { fs: slug } });
}
