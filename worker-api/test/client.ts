import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import type { Problem, RunReceipt } from '@opfsmark/schema';
import { app } from '../src/app.ts';
import { randomId } from '../src/crypto.ts';

/** Asks the app as the runtime does, and waits for what it does after answering. */
export async function ask(path: string, init: RequestInit = {}): Promise<Response> {
  const context = createExecutionContext();
  const response = await app.fetch(new Request(`https://opfsmark.test${path}`, init), env, context);
  await waitOnExecutionContext(context);
  return response;
}

export function put(runId: string, upload: unknown, init: RequestInit = {}): Promise<Response> {
  return ask(`/api/v1/runs/${runId}`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(upload),
    ...init,
  });
}

export async function publish(upload: unknown, runId = randomId()): Promise<RunReceipt> {
  const response = await put(runId, upload);
  if (response.status !== 201) throw new Error(`not published: ${response.status} ${await response.text()}`);
  return response.json();
}

export async function problemOf(response: Response): Promise<Problem> {
  if (response.headers.get('content-type') !== 'application/problem+json')
    throw new Error(`no problem: ${await response.text()}`);
  return response.json();
}
