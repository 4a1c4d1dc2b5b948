import * as z from 'zod/mini';
import { RunId } from '../documents/checks.ts';
import { Declaration } from '../documents/declaration.ts';

/** Why a published run is in the inbox that nobody has confirmed, and one that has brought the name of its device. */
export const UNCONFIRMED = 'unconfirmed';
export const NEW_NAME = 'new_name';

/** `GET /api/v1/admin/v1/queue`: the inbox of moderators, what weighs most first; each with its reasons. */
export const ModerationQueue = z.strictObject({
  runs: z.array(
    z.strictObject({
      run_id: z.string(),
      created_ms: z.int(),
      device: z.string(),
      declared: Declaration,
      status: z.enum(['published', 'held']),
      reasons: z.array(z.string()),
      trust: z.int(),
      confirmed: z.boolean(),
      /** Tags of the network and of the provider that sent it: everything of either can be taken back at once. */
      network: z.string(),
      provider: z.string(),
      os: z.string(),
      browser: z.string(),
      family: z.string(),
      weight: z.number(),
      reports: z.array(
        z.strictObject({ created_ms: z.int(), reason: z.string(), detail: z.string(), network: z.string() }),
      ),
    }),
  ),
  next_cursor: z.nullable(z.string()),
});
export type ModerationQueue = z.infer<typeof ModerationQueue>;

/** `GET /api/v1/admin/v1/audit`: what moderators did, newest first. */
export const AuditList = z.strictObject({
  entries: z.array(
    z.strictObject({
      audit_id: z.string(),
      created_ms: z.int(),
      /** Whose token it was. */
      moderator: z.string(),
      action: z.string(),
      subject: z.string(),
      detail: z.record(z.string(), z.unknown()),
    }),
  ),
  next_cursor: z.nullable(z.string()),
});
export type AuditList = z.infer<typeof AuditList>;

/** `GET /api/v1/admin/v1/closed`: what moderators keep away, what ends last first, and the groups that they have closed. */
export const ClosedList = z.strictObject({
  blocks: z.array(z.strictObject({ kind: z.enum(['network', 'provider']), tag: z.string(), until_ms: z.int() })),
  groups: z.array(z.strictObject({ group_id: z.string(), name: z.string() })),
});
export type ClosedList = z.infer<typeof ClosedList>;

/** `POST /api/v1/admin/v1/keys`: an organisation whose runs count as confirmed where they are signed. */
export const KeyRequest = z.strictObject({
  /** As results name it. */
  name: z.string().check(z.minLength(1), z.maxLength(80)),
  /** Ed25519, as `openssl pkey -pubout` writes it. */
  public_key: z.string().check(z.minLength(1), z.maxLength(500)),
  /** From when on it signs nothing any more. */
  expires_at: z.optional(z.iso.datetime()),
});
export type KeyRequest = z.infer<typeof KeyRequest>;

/** A registered key. */
export const SigningKey = z.strictObject({
  /** SHA-256 of the key, shortened. */
  key_id: z.string(),
  name: z.string(),
  created_at: z.iso.datetime(),
  expires_at: z.nullable(z.iso.datetime()),
  /** It confirms nothing any more, and what it has confirmed is not confirmed. */
  revoked_at: z.nullable(z.iso.datetime()),
});
export type SigningKey = z.infer<typeof SigningKey>;

/** `GET /api/v1/admin/v1/keys` */
export const KeyList = z.strictObject({ keys: z.array(SigningKey) });
export type KeyList = z.infer<typeof KeyList>;

/** `GET /api/v1/admin/v1/networks/{tag}`, and the same of a provider: how many runs it would lose. */
export const SourceCount = z.strictObject({ tag: z.string(), runs: z.int() });
export type SourceCount = z.infer<typeof SourceCount>;

/** `GET /api/v1/admin/v1/aliases`: other names of devices and drives, as they were merged. */
export const AliasList = z.strictObject({
  aliases: z.array(z.strictObject({ kind: z.enum(['device', 'drive']), alias: z.string(), slug: z.string() })),
});
export type AliasList = z.infer<typeof AliasList>;

/** `GET /api/v1/admin/v1/storage`: how full the service is. Above 95 % of any uploads are refused. */
export const StorageStatus = z.strictObject({
  /** `null` before the timer has measured it. */
  measured_at: z.nullable(z.iso.datetime()),
  shares: z.array(
    z.strictObject({
      what: z.enum(['database_bytes', 'document_bytes', 'documents']),
      used: z.number(),
      limit: z.number(),
      percent: z.number(),
    }),
  ),
});
export type StorageStatus = z.infer<typeof StorageStatus>;

/** Which results a warning is over. */
const CLASS = {
  /** `browser`: made in a browser. `core`: measured by a version of the core. */
  of: z.enum(['browser', 'core']),
  /** The family of the browser, as runs have it ("firefox"), or the core's version. */
  name: z.string().check(z.regex(/^[0-9A-Za-z][0-9A-Za-z .+-]{0,39}$/)),
  /** Major version of the browser, where it is one of them. */
  version: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
};

/** `POST /api/v1/admin/v1/warnings`: a warning over all results of a class that are published between two moments. */
export const WarningRequest = z.strictObject({
  ...CLASS,
  from: z.optional(z.iso.datetime()),
  until: z.optional(z.iso.datetime()),
  text: z.string().check(z.minLength(1), z.maxLength(300)),
});
export type WarningRequest = z.infer<typeof WarningRequest>;

/** A warning as moderators see it; results have its text. */
export const Warning = z.strictObject({
  warning_id: RunId,
  ...CLASS,
  from: z.nullable(z.iso.datetime()),
  until: z.nullable(z.iso.datetime()),
  text: z.string(),
});
export type Warning = z.infer<typeof Warning>;

/** `GET /api/v1/admin/v1/warnings` */
export const WarningList = z.strictObject({ warnings: z.array(Warning) });
export type WarningList = z.infer<typeof WarningList>;
