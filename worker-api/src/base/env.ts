/** The database, or a session with it, in which every call sees what the calls before it have written. */
export type Db = D1Database | D1DatabaseSession;

export interface Env {
  readonly DB: D1Database;
  /** How many machines a ranked entry needs. */
  readonly RANK_MIN_RIGS: string;
  /** How many runs a source may publish a day. */
  readonly RUNS_A_DAY: string;
  /** Requests that change something, by source: a flood is turned away at the door. */
  readonly BURST?: RateLimit;
  /** 'off' where one source is all there is: measuring, proving. */
  readonly BURST_SHIELD?: string;
  /** '1': answers say how many rows D1 read and wrote for them. */
  readonly METER_D1?: string;
  /** SHA-256 in hex of the moderators' bearer token; administration is off without it. */
  readonly ADMIN_TOKEN_SHA256?: string;
}

export interface AppEnv {
  Bindings: Env;
}
