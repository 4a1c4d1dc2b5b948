import type { APIRequestContext, APIResponse } from '@playwright/test';
import { Problem, type Declaration, type RunRecord, type RunUpload } from '@opfsmark/schema';
import { runId } from '../factories/run-id.ts';
import * as z from 'zod/mini';

/** The service as any program sees it. */
export class Api {
  readonly #request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  get(path: string): Promise<APIResponse> {
    return this.#request.get(`/api/v1${path}`);
  }

  putRun(id: string, body: RunUpload | Record<string, unknown>): Promise<APIResponse> {
    return this.putText(id, JSON.stringify(body));
  }

  /** Publishes and resolves to the id. */
  async publish(record: RunRecord, declared: Declaration): Promise<string> {
    const id = runId();
    const response = await this.putRun(id, { record, declared });
    if (response.status() !== 201) throw new Error(`${response.status()}: ${await response.text()}`);
    return id;
  }

  putText(id: string, body: string, contentType = 'application/json'): Promise<APIResponse> {
    return this.#request.put(`/api/v1/runs/${id}`, {
      data: Buffer.from(body),
      headers: { 'content-type': contentType },
    });
  }
}

/** The problem a response carries; throws where it is not one, so that a test for an error cannot pass on a page. */
export async function problemOf(response: APIResponse): Promise<Problem> {
  const type = response.headers()['content-type'] ?? '';
  if (!type.startsWith('application/problem+json'))
    throw new Error(`${response.status()} is ${type || 'without a type'}`);
  return z.parse(Problem, await response.json());
}
