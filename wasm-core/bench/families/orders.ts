/** An order of calls by which a set of small files can be created, and how many files it keeps in the air. */
export interface CreateOrder {
  readonly api: 'sync' | 'writable';
  /** `each`: one file from the beginning to the end; `stages`: all are opened, then all written, then all closed. */
  readonly order: 'each' | 'stages';
  readonly inFlight: number;
}

export interface CreateRequest extends CreateOrder {
  readonly files: number;
  readonly fileBytes: number;
}
