import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { startService } from '../tools/local-service.ts';
import { ANY_TIME } from '../tools/tickets.ts';
import { prepareRun, putRun, rigOf } from './upload.ts';

/** Addresses and an agent that occur nowhere else. */
const ADDRESSES = ['203.0.113.77', '2001:db8:dead:beef::77'];
const AGENT = 'OpfsmarkPrivacyProbe/77.1 (Seeded; do not store)';
const UPLOADS = 20;

interface PrivacyReport {
  readonly hits: number;
  readonly bytes: number;
  readonly files: number;
}

function filesOf(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((path) => statSync(path).isFile());
}

/** Every form in which an address or an agent could be stored: as text, and the address as bytes. */
function needles(): Buffer[] {
  const v4 = Buffer.from((ADDRESSES[0] ?? '').split('.').map(Number));
  const texts = [...ADDRESSES, '203.0.113.0', AGENT, 'OpfsmarkPrivacyProbe'];
  return [...texts.map((text) => Buffer.from(text)), ...texts.map((text) => Buffer.from(text, 'utf16le')), v4];
}

/** Uploads with a known address and agent, then searches the database, the logs and all public answers for both. */
export async function privacyGrep(state: string, vars: Record<string, string>): Promise<PrivacyReport> {
  const service = await startService(state, { ...ANY_TIME, ...vars });
  const pages: Buffer[] = [];
  try {
    for (let n = 0; n < UPLOADS; n++) {
      const address = ADDRESSES[n % ADDRESSES.length] ?? '';
      const headers = {
        'cf-connecting-ip': address,
        'x-forwarded-for': address,
        'x-real-ip': address,
        'user-agent': AGENT,
      };
      const made = { rig_id: rigOf(2000 + n), declared: { device: 'Private' }, seed: n };
      const sent = await prepareRun(service.origin, made, headers);
      const status = await putRun(service.origin, sent, headers);
      if (status !== 201) throw new Error(`upload: ${status}`);
      await fetch(`${service.origin}/api/v1/runs/${sent.runId}/reports`, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: '{"reason":"other"}',
      });
      await putRun(service.origin, { ...sent, body: '{' }, headers);
      for (const path of [`/api/v1/runs/${sent.runId}`, `/badge/${sent.runId}.svg`])
        pages.push(await read(service.origin, path));
    }
    for (const path of ['/api/v1/export.ndjson', '/api/v1/export.csv', '/api/v1/runs'])
      pages.push(await read(service.origin, path));
  } finally {
    await service.stop();
  }
  const files = filesOf(state);
  const haystacks = [...files.map((file) => readFileSync(file)), ...pages, Buffer.from(service.log())];
  const hits = haystacks.reduce((sum, hay) => sum + needles().filter((needle) => hay.includes(needle)).length, 0);
  return { hits, bytes: haystacks.reduce((sum, hay) => sum + hay.length, 0), files: files.length };
}

async function read(origin: string, path: string): Promise<Buffer> {
  return Buffer.from(await (await fetch(origin + path)).arrayBuffer());
}
