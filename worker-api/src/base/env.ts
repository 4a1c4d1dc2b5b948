import type { BudgetVars } from './budgets.ts';

/** The database, or a session with it in which every read sees the writes before it. */
export type Db = D1Database | D1DatabaseSession;

/** The space that a service may fill. */
export interface StorageVars {
  readonly MAX_DATABASE_BYTES: string;
  readonly MAX_DOCUMENT_BYTES: string;
  readonly MAX_DOCUMENTS: string;
  /** Bytes that are left on the drive of a server of one's own. */
  readonly FREE_BYTES?: () => number;
}

export interface Env extends StorageVars, BudgetVars {
  readonly DB: D1Database;
  /** The uploaded documents, by the id of their run: see store/documents.ts. */
  readonly DOCUMENTS: R2Bucket;
  /** Files of the public snapshot. */
  readonly SNAPSHOTS: R2Bucket;
  /** 'open' or 'guarded': which of `RANK_POLICIES` lists follow. */
  readonly TRUST_POLICY: string;
  /** Runs that a group shows at most. */
  readonly RUNS_PER_GROUP: string;
  /** '1': Cloudflare says which provider a request comes from. A local runtime makes one up, which counts for nothing. */
  readonly BEHIND_CLOUDFLARE?: string;
  /** SHA-256 of the core that this site serves; its runs may rank like those of released ones. */
  readonly CORE_SHA256?: string;
  /** How much longer a run may say it took than the service saw since its ticket. Only tests have more than a second. */
  readonly TICKET_ALLOWANCE_MS?: string;
  /** 'allowed' lets the same result be published again: for tests, which have only so many real records. */
  readonly REPEATED_RESULTS?: string;
  /** On a server of one's own: does the work of an upload when its turn comes. */
  readonly IN_TURN?: <T>(request: Request, work: () => Promise<T>) => Promise<T>;
  /** Rate limit per source on requests that change something. */
  readonly BURST?: RateLimit;
  /** 'off' turns the rate limit off: measurements and proofs send everything from one source. */
  readonly BURST_SHIELD?: string;
  /** '1': answers say how many rows D1 read and wrote for them. */
  readonly METER_D1?: string;
  /**
   * SHA-256 in hex of the moderators' bearer token; moderation is off without it. Where each has a token of their own, their names
   * stand before them: 'ann=<hash> bob=<hash>'.
   */
  readonly ADMIN_TOKEN_SHA256?: string;
  /** Who sends a request, by the token: set where the token is checked, never by a deployment. */
  readonly MODERATOR?: string;
  /** Where people write who think that they are kept away wrongly: an address of mail or of a page. */
  readonly CONTACT?: string;
}

export interface AppEnv {
  Bindings: Env;
}
