import type { DeviceList } from '@opfsmark/schema/boards';

export interface FoundDevices {
  readonly text: string;
  readonly devices: DeviceList['devices'];
}

/** Devices with a text in their name; `null` where nobody answers, or another letter was typed meanwhile. */
export async function findDevices(
  text: string,
  signal: AbortSignal,
  send: typeof fetch = fetch,
): Promise<FoundDevices | null> {
  try {
    const response = await send(`/api/v1/devices?q=${encodeURIComponent(text)}`, { signal });
    // The service derives its answers; they are trusted like our own functions.
    return response.ok ? { text, devices: ((await response.json()) as DeviceList).devices } : null;
  } catch {
    return null;
  }
}
