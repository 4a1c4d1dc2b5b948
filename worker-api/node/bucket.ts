/** R2 on SQLite, as far as this service uses it: objects of some kilobytes, written once, read whole. */
import { createHash } from 'node:crypto';
import type { DatabaseSync } from 'node:sqlite';

const TABLE = `CREATE TABLE IF NOT EXISTS object (
  bucket TEXT NOT NULL, key TEXT NOT NULL, body BLOB NOT NULL, content_type TEXT, content_encoding TEXT, uploaded_ms INTEGER NOT NULL,
  PRIMARY KEY (bucket, key)
) STRICT`;

interface ObjectRow {
  readonly key: string;
  readonly size: number;
  readonly uploaded_ms: number;
}

interface BodyRow {
  readonly body: Uint8Array<ArrayBuffer>;
  readonly content_type: string | null;
  readonly content_encoding: string | null;
}

/** As many objects as R2 lists or deletes at once. */
const MAX_AT_ONCE = 1000;

/** What is larger is held in memory once for all who read it at the moment: a file of a snapshot, of which one has 8 MB. */
const SHARED_BYTES = 2 ** 18;
const PIECE_BYTES = 2 ** 16;

/** An object in pieces, none of which is a copy. It keeps the row, by which others find the same bytes meanwhile. */
function streamOf(row: BodyRow): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream({
    pull: (controller) => {
      if (at >= row.body.byteLength) controller.close();
      else controller.enqueue(row.body.subarray(at, (at += PIECE_BYTES)));
    },
  });
}

class SqliteBucket {
  readonly #sqlite: DatabaseSync;
  readonly #name: string;
  /** The objects that somebody may still read, by their keys. */
  readonly #shared = new Map<string, WeakRef<BodyRow>>();

  constructor(sqlite: DatabaseSync, name: string) {
    sqlite.exec(TABLE);
    this.#sqlite = sqlite;
    this.#name = name;
  }

  async put(key: string, value: ArrayBuffer | ArrayBufferView | string, options: R2PutOptions = {}): Promise<void> {
    const body = bytesOf(value);
    const { sha256, httpMetadata } = options;
    if (sha256 !== undefined && createHash('sha256').update(body).digest('hex') !== sha256) {
      throw new Error(`put: the SHA-256 of ${key} is another one`);
    }
    const { contentType = null, contentEncoding = null } = httpMetadata instanceof Headers ? {} : (httpMetadata ?? {});
    const sql = `INSERT OR REPLACE INTO object VALUES (?, ?, ?, ?, ?, CAST(unixepoch('subsec') * 1000 AS INTEGER))`;
    this.#sqlite.prepare(sql).run(this.#name, key, body, contentType, contentEncoding);
    this.#shared.delete(key);
  }

  async get(key: string) {
    const row = this.#read(key);
    if (row === undefined) return null;
    const { body, content_type, content_encoding } = row;
    return {
      key,
      size: body.byteLength,
      get httpEtag() {
        return `"${createHash('sha256').update(body).digest('hex').slice(0, 32)}"`;
      },
      httpMetadata: { contentType: content_type, contentEncoding: content_encoding },
      get body() {
        return streamOf(row);
      },
      arrayBuffer: async () => body.buffer.slice(body.byteOffset, body.byteOffset + body.byteLength),
    };
  }

  #read(key: string): BodyRow | undefined {
    const shared = this.#shared.get(key)?.deref();
    if (shared !== undefined) return shared;
    const sql = 'SELECT body, content_type, content_encoding FROM object WHERE bucket = ? AND key = ?';
    const row = this.#sqlite.prepare(sql).get(this.#name, key) as BodyRow | undefined;
    if (row === undefined || row.body.byteLength <= SHARED_BYTES) return row;
    for (const [other, ref] of this.#shared) if (ref.deref() === undefined) this.#shared.delete(other);
    this.#shared.set(key, new WeakRef(row));
    return row;
  }

  async head(key: string) {
    return this.get(key);
  }

  async delete(keys: string | readonly string[]): Promise<void> {
    const list = [keys].flat();
    if (list.length > MAX_AT_ONCE) throw new Error(`delete: ${list.length} keys are more than ${MAX_AT_ONCE}`);
    const sql = 'DELETE FROM object WHERE bucket = ? AND key IN (SELECT value FROM json_each(?))';
    this.#sqlite.prepare(sql).run(this.#name, JSON.stringify(list));
    for (const key of list) this.#shared.delete(key);
  }

  /** In the order of keys. A cursor is the last key that was listed. */
  async list({ limit = MAX_AT_ONCE, prefix = '', startAfter = '', cursor = startAfter }: R2ListOptions = {}) {
    const sql = `SELECT key, length(body) AS size, uploaded_ms FROM object
                 WHERE bucket = ? AND key > ? AND substr(key, 1, length(?)) = ? ORDER BY key LIMIT ?`;
    const rows = this.#sqlite.prepare(sql).all(this.#name, cursor, prefix, prefix, limit + 1) as unknown as ObjectRow[];
    const objects = rows
      .slice(0, limit)
      .map(({ key, size, uploaded_ms }) => ({ key, size, uploaded: new Date(uploaded_ms) }));
    const truncated = rows.length > limit;
    return { objects, truncated, ...(truncated ? { cursor: objects.at(-1)?.key } : {}) };
  }
}

function bytesOf(value: ArrayBuffer | ArrayBufferView | string): Uint8Array {
  if (typeof value === 'string') return new TextEncoder().encode(value);
  if (value instanceof ArrayBuffer) return new Uint8Array(value);
  return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
}

export const bucketOf = (sqlite: DatabaseSync, name: string): R2Bucket =>
  new SqliteBucket(sqlite, name) as unknown as R2Bucket;
