import type { ModelView, FilesystemView } from '@opfsmark/schema/api';
import type { Called } from '@opfsmark/schema/client';
import { get } from './read.server.ts';

type Platform = Readonly<App.Platform> | undefined;

export function getDevice(platform: Platform, origin: URL, slug: string): Promise<Called<ModelView>> {
  return get(platform, origin, '/api/v1/devices/{slug}', { path: { slug } });
}

export function getDrive(platform: Platform, origin: URL, slug: string): Promise<Called<ModelView>> {
  return get(platform, origin, '/api/v1/drives/{slug}', { path: { slug } });
}

export function getFilesystem(platform: Platform, origin: URL, slug: string): Promise<Called<FilesystemView>> {
  return get(platform, origin, '/api/v1/filesystems/{fs}', { path: { fs: slug } });
}
