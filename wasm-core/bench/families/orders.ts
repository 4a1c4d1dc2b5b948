/** An order of calls by which a set of small files can be created, and how many files it keeps in the air. */
interface CreateOrder {
  readonly api: 'sync' | 'writable';
  /**
   * `each`: one file from the beginning to the end; `named first`: all are made, empty, then each is opened, written and
   * closed; `stages`: all are opened, then all written, then all closed.
   */
  readonly order: 'each' | 'named first' | 'stages';
  /** In each worker. */
  readonly inFlight: number;
  /** Which share the files. */
  readonly workers: number;
}

export interface CreateRequest extends CreateOrder {
  readonly files: number;
  readonly fileBytes: number;
}

/** What one worker does of it: files `first`, `first + workers`, ... in a folder that is there. */
export interface CreateShare extends CreateRequest {
  readonly folder: string;
  readonly first: number;
}
