/** The database, or a session with it in which every read sees the writes before it. */
export type Db = D1Database | D1DatabaseSession;

export interface Env {
  readonly DB: D1Database;
  /** Networks that must have voted for a rank. */
  readonly RANK_MIN_NETWORKS: string;
  /** Different days on which they voted. */
  readonly RANK_MIN_DAYS: string;
  /** Runs that one source may publish per day. */
  readonly RUNS_PER_DAY: string;
  /** Rate limit per source on requests that change something. */
  readonly BURST?: RateLimit;
  /** 'off' turns the rate limit off: measurements and proofs send everything from one source. */
  readonly BURST_SHIELD?: string;
  /** '1': answers say how many rows D1 read and wrote for them. */
  readonly METER_D1?: string;
  /** SHA-256 in hex of the moderators' bearer token; moderation is off without it. */
  readonly ADMIN_TOKEN_SHA256?: string;
}

export interface AppEnv {
  Bindings: Env;
}
