import type { DeviceList } from '@opfsmark/schema/boards';
import { call } from '@opfsmark/schema/client';

export interface FoundDevices {
  readonly text: string;
  readonly devices: DeviceList['devices'];
}

/** So long nothing may be typed before the service is asked. */
const PAUSE_MS = 150;

/** Finds devices as somebody types: one question per pause, and only the answer to the last one counts. */
export class DeviceFinder {
  readonly #send: typeof fetch;
  #asked = new AbortController();

  constructor(send: typeof fetch) {
    this.#send = send;
  }

  /** Devices with a text in their name; `null` where nobody answers, or another letter was typed meanwhile. */
  async find(text: string): Promise<FoundDevices | null> {
    this.forget();
    const { signal } = this.#asked;
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    if (signal.aborted) return null;
    try {
      const answer = await call(this.#send, 'get', '/api/v1/devices', { query: { q: text } }, { signal });
      return answer.ok ? { text, devices: answer.value.devices } : null;
    } catch {
      return null;
    }
  }

  /** What was asked before is no longer wanted. */
  forget(): void {
    this.#asked.abort();
    this.#asked = new AbortController();
  }
}
