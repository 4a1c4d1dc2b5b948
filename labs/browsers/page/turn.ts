/** One thing to do: what the lab tells a page. */
export type Task =
  | { readonly loop: string }
  | { readonly contender: string; readonly turn: number }
  | { readonly end: true };

/** What a page says: first who it is, then what came of each task. */
export interface Said {
  readonly version?: string;
  readonly isolated?: boolean;
  /** Nanoseconds per call. */
  readonly ns?: Readonly<Record<string, number>>;
  /** Why there are none. */
  readonly missing?: string;
  /** Why it cannot go on. */
  readonly failure?: string;
}
