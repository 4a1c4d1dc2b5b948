import type { DeviceView, FilesystemView } from '@opfsmark/schema/api';
import type { DeviceList } from '@opfsmark/schema/boards';
import { get, type Answer } from './read.server.ts';

type Platform = Readonly<App.Platform> | undefined;

const at = (path: string, origin: URL) => new URL(`/api/v1/${path}`, origin);

export async function findDevices(platform: Platform, origin: URL, text: string): Promise<DeviceList['devices']> {
  const url = at('devices', origin);
  url.searchParams.set('q', text);
  const answer = await get<DeviceList>(platform, url);
  return answer.ok ? answer.value.devices : [];
}

export function getDevice(platform: Platform, origin: URL, slug: string): Promise<Answer<DeviceView>> {
  return get<DeviceView>(platform, at(`devices/${encodeURIComponent(slug)}`, origin));
}

export function getFilesystem(platform: Platform, origin: URL, slug: string): Promise<Answer<FilesystemView>> {
  return get<FilesystemView>(platform, at(`filesystems/${encodeURIComponent(slug)}`, origin));
}
