/** The page that browsers of a lab are led to. Many are open at once; each asks what to do next, and has its turn when it is told. */
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { servePage } from '../lib/browser.mjs';
import type { Said, Task } from './page/turn.ts';

async function saidIn(request: IncomingMessage): Promise<Said> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return JSON.parse(Buffer.concat(parts).toString()) as Said;
}

/** One page in one start of a browser. */
export class Page {
  readonly address: string;
  #hear: (said: Said) => void = () => undefined;
  #response: ServerResponse | null = null;
  #next = this.#listen();

  constructor(address: string) {
    this.address = address;
  }

  /** What it says when it is there. */
  get hello(): Promise<Said> {
    return this.#next;
  }

  /** Has it do something, and waits for what came of it. */
  tell(task: Task): Promise<Said> {
    this.#next = this.#listen();
    this.#response?.end(JSON.stringify(task));
    this.#response = null;
    return this.#next;
  }

  heard(said: Said, response: ServerResponse): void {
    this.#response = response;
    this.#hear(said);
  }

  #listen(): Promise<Said> {
    return new Promise((resolve) => {
      this.#hear = resolve;
    });
  }
}

export class Pages {
  readonly #open = new Map<string, Page>();
  #server!: Server;

  /** `slowdown` 1.05: everything takes 5 % longer, which a test plants. */
  static async serve(folder: string, slowdown: number): Promise<Pages> {
    const pages = new Pages();
    pages.#server = (await servePage('browsers/page', folder, {
      define: { SLOWDOWN: String(slowdown) },
      answers: (request, response) => pages.#answer(request, response),
    })) as Server;
    return pages;
  }

  open(): Page {
    const { port } = this.#server.address() as AddressInfo;
    const id = String(this.#open.size + 1);
    const page = new Page(`http://127.0.0.1:${port}/?start=${id}`);
    this.#open.set(id, page);
    return page;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  #answer(request: IncomingMessage, response: ServerResponse): boolean {
    const [, what, id = ''] = (request.url ?? '').split('/');
    if (what !== 'turn') return false;
    void saidIn(request).then((said) => this.#open.get(id)?.heard(said, response));
    return true;
  }
}
