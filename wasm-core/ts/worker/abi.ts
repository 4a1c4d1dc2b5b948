import { BUCKET_COUNT } from '@opfsmark/schema/documents';

/** `ErrorCode` of include/opfsmark/result.h, in order: the index is the number that crosses. */
export const ERRORS = [
  'none',
  'abi_mismatch',
  'bad_request',
  'no_memory',
  'quota_exceeded',
  'disk_full',
  'handle_lost',
  'not_allowed',
  'io_error',
  'short_read',
  'short_write',
  'verify_failed',
] as const;
export type CoreError = (typeof ERRORS)[number];

export function errorNumber(name: CoreError): number {
  return ERRORS.indexOf(name);
}

/**
 * The job struct of `include/opfsmark/job.h`: byte offsets, as asserted there, and the numbers of its enumerations.
 * Version and size are checked by the core with every job, so that a mismatch is an error and never a wrong number.
 */
export const ABI_VERSION = 3;
export const JOB_BYTES = 56_688;

export const TASK = { pass: 0, verify: 1, callCosts: 2, clock: 3 } as const;
/** The core calls a handle through its host; whose it is, only the host knows. */
export const ENGINE = {
  'opfs-sync': 0,
  node: 0,
  'node-direct': 3,
  'picked-folder': 0,
  'picked-file': 0,
  memory: 1,
  scripted: 2,
} as const;
export const OPERATION = { read: 0, write: 1, mix: 2 } as const;
export const PATTERN = { sequential: 0, random: 1 } as const;
export const TIMING = { batched: 0, each: 1 } as const;
export const FLUSH = { none: 0, end: 1, each: 2 } as const;
export const DATA = { random: 0, zero: 1 } as const;
export const VISITS = { once: 0, again: 1, claimed: 2 } as const;
export const ENDED = ['limit', 'visited', 'stopped'] as const;

/** In the order in which they lie in the job, without a gap. */
const TYPES = {
  abi_version: 'u32',
  struct_bytes: 'u32',
  'request.task': 'u32',
  'request.engine': 'u32',
  'request.operation': 'u32',
  'request.read_percent': 'u32',
  'request.pattern': 'u32',
  'request.timing': 'u32',
  'request.flush': 'u32',
  'request.visits': 'u32',
  'request.data': 'u32',
  'request.content_seed': 'u32',
  'request.file_id': 'u32',
  'request.generation': 'u32',
  'request.order_seed': 'u32',
  'request.sectors': 'u32',
  'request.block_bytes': 'f64',
  'request.block_count': 'f64',
  'request.first': 'f64',
  'request.stride': 'f64',
  'request.limit_ns': 'f64',
  'request.bin_ns': 'f64',
  'request.arrivals_per_s': 'f64',
  'outcome.error': 'u32',
  'outcome.ended': 'u32',
  'outcome.error_offset_bytes': 'f64',
  'outcome.elapsed_ns': 'f64',
  'outcome.total_ns': 'f64',
  'outcome.flush_ns': 'f64',
  'outcome.bin_ns': 'f64',
  'outcome.bins': 'f64',
  'outcome.sectors': 'f64',
  'outcome.clock_step_ns': 'f64',
  'outcome.clock_call_ns': 'f64',
  'outcome.empty_read_ns': 'f64',
  'outcome.get_size_ns': 'f64',
  'outcome.clean_flush_ns': 'f64',
  'outcome.arrivals': 'f64',
  'outcome.late_ns': 'f64',
} as const;
type Field = keyof typeof TYPES;

const BYTES = { u32: 4, f64: 8 } as const;

function fieldsOf(types: typeof TYPES) {
  let end = 0;
  return Object.fromEntries(
    Object.entries(types).map(([field, type]) => {
      const offset = end;
      end += BYTES[type];
      return [field, { offset, type }];
    }),
  ) as Record<Field, { readonly offset: number; readonly type: keyof typeof BYTES }>;
}

export const FIELDS = fieldsOf(TYPES);

/** Where the two sides lie in the job, and what lies where in a side. Bins: arrays of f64; counts: of u32. */
export const SIDES = { read: 240, write: 28_464 } as const;
export const SIDE_FIELDS = {
  ops: 0,
  bytes: 8,
  short_ops: 16,
  dropped: 24,
  busy_ns: 32,
  min_ns: 40,
  max_ns: 48,
  bin_ops: 56,
  bin_busy_ns: 8_248,
  bin_max_ns: 16_440,
  counts: 24_632,
} as const;

type RequestField = Extract<Field, `request.${string}`>;
type WithoutPrefix<F> = F extends `request.${infer Name}` ? Name : never;
export type RequestName = WithoutPrefix<RequestField>;
export type SideName = keyof typeof SIDES;
type SideField = Exclude<keyof typeof SIDE_FIELDS, BinField | 'counts'>;
type BinField = 'bin_ops' | 'bin_busy_ns' | 'bin_max_ns';

/** The job in the core's memory. Reads it anew with each call, because memory moves when it grows. */
export class JobView {
  readonly #memory: () => ArrayBufferLike;
  readonly #address: number;
  #cachedView: DataView | null = null;

  constructor(memory: () => ArrayBufferLike, address: number) {
    this.#memory = memory;
    this.#address = address;
  }

  get(field: Field): number {
    const { offset, type } = FIELDS[field];
    return type === 'u32' ? this.#view.getUint32(offset, true) : this.#view.getFloat64(offset, true);
  }

  /** Fields not named are 0. */
  request(request: Partial<Record<RequestName, number>>): void {
    this.#set('abi_version', ABI_VERSION);
    this.#set('struct_bytes', JOB_BYTES);
    for (const field of Object.keys(FIELDS) as Field[]) {
      if (!isRequestField(field)) continue;
      this.#set(field, request[field.slice('request.'.length) as RequestName] ?? 0);
    }
  }

  /** While a window begins: it ends this much sooner than was asked for. */
  shortenLimit(byNs: number): void {
    const limitNs = this.get('request.limit_ns');
    if (limitNs > 0) this.#set('request.limit_ns', Math.max(1, Math.round(limitNs - byNs)));
  }

  side(side: SideName, field: SideField): number {
    return this.#view.getFloat64(SIDES[side] + SIDE_FIELDS[field], true);
  }

  /** Copies; `bins` is how many are in use. */
  bins(side: SideName, field: BinField, bins: number): number[] {
    return Array.from(new Float64Array(this.#memory(), this.#address + SIDES[side] + SIDE_FIELDS[field], bins));
  }

  /** Copies. */
  counts(side: SideName): number[] {
    return Array.from(new Uint32Array(this.#memory(), this.#address + SIDES[side] + SIDE_FIELDS.counts, BUCKET_COUNT));
  }

  #set(field: Field, value: number): void {
    const { offset, type } = FIELDS[field];
    if (type === 'u32') this.#view.setUint32(offset, value, true);
    else this.#view.setFloat64(offset, value, true);
  }

  get #view(): DataView {
    const memory = this.#memory();
    if (this.#cachedView?.buffer !== memory) this.#cachedView = new DataView(memory, this.#address, JOB_BYTES);
    return this.#cachedView;
  }
}

function isRequestField(field: Field): field is RequestField {
  return field.startsWith('request.');
}
