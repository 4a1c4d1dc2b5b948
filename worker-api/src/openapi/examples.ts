import type { SchemaName } from './schemas.ts';

/** Bodies as a client sends them. An upload is as large as a run: read one at `/api/v1/runs/{run_id}`. */
export const BODY_EXAMPLES: Readonly<Partial<Record<SchemaName, object>>> = {
  GroupRequest: { name: 'Class 3b', deletion_sha256: '0123456789abcdef'.repeat(4) },
  ModelChange: { status: 'approved' },
  ModelMerge: { into: 'mac-mini' },
  ModelName: { name: 'Mac mini' },
  NetworkChange: { action: 'hide', reason: 'flood' },
  ReportRequest: { reason: 'wrong_device', detail: 'This model has no such drive.' },
  StatusChange: { status: 'published', reason: 'checked' },
  TicketRequest: { suite: 2, plan_seed: 1 },
};
