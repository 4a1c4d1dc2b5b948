import { createHash, randomInt } from 'node:crypto';
import type { APIRequestContext, APIResponse } from '@playwright/test';
import { GroupReceipt, Ticket, type RunUpload, type TicketRequest } from '@opfsmark/schema/api';
import { type Declaration, newRunId } from '@opfsmark/schema/documents';
import type { RunRecord } from '@opfsmark/schema/families';
import { DELETION_KEY, DELETION_SHA256 } from '@opfsmark/schema/test-support/upload';
import * as z from 'zod/mini';

/** Another one for each run: the same again would be the same group. */
const keyOfGroup = (runId: string): string => runId.padStart(43, 'g');

/** Client of the service's public API. */
export class Api {
  readonly #request: APIRequestContext;

  constructor(request: APIRequestContext) {
    this.#request = request;
  }

  get(path: string): Promise<APIResponse> {
    return this.#request.get(`/api/v1${path}`);
  }

  /** Publishes and resolves to the id. */
  async publish(record: RunRecord, declaration: Declaration): Promise<string> {
    const id = newRunId();
    return this.#store(id, { record, declared: declaration, deletion_sha256: DELETION_SHA256 });
  }

  /** Publishes with a ticket, as a page does that asked for one before it measured: such a run counts. Each comes from a network of its own. */
  async publishRanked(upload: RunUpload): Promise<string> {
    const { plan } = upload.record;
    const request: TicketRequest = { suite: plan.suite, plan_seed: plan.seed };
    const headers = { 'x-forwarded-for': `10.${randomInt(256)}.${randomInt(256)}.7` };
    const response = await this.#request.post('/api/v1/run-tickets', { data: request, headers });
    const ticket = z.parse(Ticket, await response.json());
    return this.#store(ticket.run_id, { ...upload, ticket }, headers);
  }

  /** Makes a group with one run in it and resolves to its id. */
  async makeGroup(name: string, runId: string, nickname?: string): Promise<string> {
    const deletion_sha256 = createHash('sha256').update(keyOfGroup(runId)).digest('hex');
    const response = await this.#request.post('/api/v1/groups', { data: { name, deletion_sha256 } });
    const { group_id } = z.parse(GroupReceipt, await response.json());
    await this.join(group_id, runId, nickname);
    return group_id;
  }

  async join(groupId: string, runId: string, nickname?: string): Promise<void> {
    const headers = { authorization: `Bearer ${DELETION_KEY}` };
    const response = await this.#request.put(`/api/v1/groups/${groupId}/runs/${runId}`, {
      headers,
      data: { nickname },
    });
    if (!response.ok()) throw new Error(`${response.status()}: ${await response.text()}`);
  }

  /** Closes a group that was made with a run. */
  async lock(groupId: string, runId: string): Promise<void> {
    const options = { headers: { authorization: `Bearer ${keyOfGroup(runId)}` }, data: { closed: true } };
    const response = await this.#request.post(`/api/v1/groups/${groupId}/lock`, options);
    if (!response.ok()) throw new Error(`${response.status()}: ${await response.text()}`);
  }

  async #store(id: string, upload: RunUpload, headers: Record<string, string> = {}): Promise<string> {
    const response = await this.#request.put(`/api/v1/runs/${id}`, { data: upload, headers });
    if (response.status() !== 201) throw new Error(`${response.status()}: ${await response.text()}`);
    return id;
  }
}
