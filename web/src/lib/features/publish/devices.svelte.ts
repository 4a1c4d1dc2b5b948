import { DeviceList } from '@opfsmark/schema/boards';
import * as z from 'zod/mini';

/** Devices that the service knows by names that begin like what was typed. */
export class DeviceNames {
  readonly #send: typeof fetch;
  #names = $state.raw<readonly string[]>([]);
  #asked = '';

  constructor(send: typeof fetch = fetch) {
    this.#send = send;
  }

  get names(): readonly string[] {
    return this.#names;
  }

  /** Suggestions are a help: where the service does not answer there are none. */
  async ask(typed: string): Promise<void> {
    const question = typed.trim().slice(0, 80);
    if (question === this.#asked) return;
    this.#asked = question;
    const found = question === '' ? [] : await this.#find(question);
    // Meanwhile more may have been typed, whose answer counts.
    if (question === this.#asked) this.#names = found;
  }

  async #find(question: string): Promise<string[]> {
    try {
      const response = await this.#send(`/api/v1/devices?q=${encodeURIComponent(question)}`);
      const list = z.safeParse(DeviceList, await response.json());
      return list.success ? list.data.devices.map(({ name }) => name) : [];
    } catch {
      return [];
    }
  }
}
