export interface Env {
  readonly DB: D1Database;
  /** How many machines a ranked entry needs. */
  readonly RANK_MIN_RIGS: string;
}

export interface AppEnv {
  Bindings: Env;
}
