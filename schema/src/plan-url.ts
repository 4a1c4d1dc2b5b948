import * as z from 'zod/mini';
import { BOUNDS, cacheConflicts, MatrixPlan, parseRowName, ProfileId, rowName, withCache } from './plan.ts';
import { changedParameters, planOf } from './profiles.ts';
import { formatBytes, parseBytes } from './units.ts';

/** A URL parameter that could not be used, for the page to name. */
export interface ParameterProblem {
  readonly parameter: string;
  readonly value: string;
  readonly reason: string;
}

export interface PlanFromUrl {
  readonly plan: MatrixPlan;
  readonly problems: readonly ParameterProblem[];
}

interface Codec {
  readonly parameter: string;
  readonly write: (plan: MatrixPlan) => string;
  /** Whatever is no valid value is left to the plan's schema to refuse. */
  readonly read: (text: string) => unknown;
  /** Completes "size=1TB ...". */
  readonly reason: string;
}

type NumberField = 'mix_read_percent' | 'loops' | 'limit_s' | 'interval_s' | 'seed';
type ChoiceField = 'data' | 'verify' | 'cache';
type SwitchField = 'until_stable' | 'revisit';

function wholeNumber(parameter: string, field: NumberField, step = 1): Codec {
  const { min, max } = BOUNDS[field];
  return {
    parameter,
    write: (plan) => `${plan[field]}`,
    read: (text) => (/^\d{1,15}$/.test(text) ? Number(text) : text),
    reason: `must be a ${step === 1 ? 'whole number' : `multiple of ${step}`} from ${min} to ${max}`,
  };
}

function choice(field: ChoiceField): Codec {
  const options = MatrixPlan.shape[field].options;
  return {
    parameter: field,
    write: (plan) => plan[field],
    read: (text) => text,
    reason: `must be ${options.slice(0, -1).join(', ')} or ${options.at(-1)}`,
  };
}

function onOff(parameter: string, field: SwitchField): Codec {
  return {
    parameter,
    write: (plan) => (plan[field] ? '1' : '0'),
    read: (text) => ({ '1': true, '0': false })[text] ?? text,
    reason: 'must be 1 (yes) or 0 (no)',
  };
}

const { block_bytes: BLOCK, file_bytes: FILE, queues: QUEUES, threads: THREADS, rows: ROWS } = BOUNDS;

/** Plan field -> URL parameter. Readable, because people write such links by hand. */
export const PLAN_CODECS: Partial<Record<keyof MatrixPlan, Codec>> = {
  rows: {
    parameter: 'rows',
    write: (plan) => plan.rows.map((row) => rowName(row).replace(' ', '-')).join(','),
    read: (text) => text.split(',').map(parseRowName),
    reason:
      `must be ${ROWS.min} to ${ROWS.max} names such as SEQ1M-Q8T1 or RND4K-Q32T1, separated by commas: ` +
      `blocks from ${formatBytes(BLOCK.min)} to ${formatBytes(BLOCK.max)} in steps of ${formatBytes(BLOCK.min)}, ` +
      `Q from ${QUEUES.min} to ${QUEUES.max}, T from ${THREADS.min} to ${THREADS.max}`,
  },
  directions: {
    parameter: 'dir',
    write: (plan) => plan.directions.join(','),
    read: (text) => text.split(','),
    reason: 'must be one or more of read, write and mix, separated by commas, each once',
  },
  mix_read_percent: wholeNumber('mix', 'mix_read_percent', 10),
  file_bytes: {
    parameter: 'size',
    write: (plan) => formatBytes(plan.file_bytes),
    read: parseBytes,
    reason: `must be a whole number of MiB from ${formatBytes(FILE.min)} to ${formatBytes(FILE.max)}, such as 256MiB`,
  },
  loops: wholeNumber('loops', 'loops'),
  limit_s: wholeNumber('limit', 'limit_s'),
  interval_s: wholeNumber('interval', 'interval_s'),
  data: choice('data'),
  seed: wholeNumber('seed', 'seed'),
  verify: choice('verify'),
  until_stable: onOff('stable', 'until_stable'),
  revisit: onOff('revisit', 'revisit'),
  cache: choice('cache'),
};

const FIELDS = Object.entries(PLAN_CODECS) as [keyof MatrixPlan, Codec][];

/** The shortest parameters that open exactly this plan. */
export function planToParameters(plan: MatrixPlan): URLSearchParams {
  const parameters = new URLSearchParams({ profile: plan.profile });
  for (const key of changedParameters(plan)) {
    const codec = PLAN_CODECS[key];
    if (codec) parameters.set(codec.parameter, codec.write(plan));
  }
  return parameters;
}

/**
 * The plan a URL asks for. A parameter that is unknown, repeated or out of bounds is named in `problems`, and its field
 * keeps the profile's value. `others` are the parameters that belong to the page.
 */
export function planFromParameters(parameters: URLSearchParams, others: readonly string[] = []): PlanFromUrl {
  const problems: ParameterProblem[] = [];
  const profileText = parameters.get('profile') ?? 'quick';
  const profile = z.safeParse(ProfileId, profileText);
  if (!profile.success) {
    const reason = `must be one of ${ProfileId.options.join(', ')}`;
    problems.push({ parameter: 'profile', value: profileText, reason });
  }
  let plan = planOf(profile.success ? profile.data : 'quick');

  for (const [field, { parameter, read, reason }] of FIELDS) {
    const text = parameters.get(parameter);
    if (text === null) continue;
    const candidate = z.safeParse(MatrixPlan, { ...plan, [field]: read(text) });
    if (candidate.success) plan = candidate.data;
    else problems.push({ parameter, value: text, reason });
  }

  const { cache } = plan;
  const wanted = withCache(plan, cache);
  for (const field of cacheConflicts(plan)) {
    const parameter = PLAN_CODECS[field]?.parameter ?? field;
    const value = parameters.get(parameter);
    // What was not asked for simply follows from `cache`.
    if (value === null && field !== 'file_bytes') continue;
    const reason =
      field === 'file_bytes'
        ? 'is too small to be divided among the rows and loops, each of which needs a part of its own'
        : `does not go together with cache=${cache}, which reads each block once`;
    problems.push({ parameter, value: value ?? formatBytes(plan.file_bytes), reason });
  }
  plan = cacheConflicts(wanted).length > 0 ? withCache(plan, 'as-is') : wanted;

  const known = new Set(['profile', ...FIELDS.map(([, { parameter }]) => parameter), ...others]);
  for (const parameter of new Set(parameters.keys())) {
    const values = parameters.getAll(parameter);
    if (!known.has(parameter)) problems.push({ parameter, value: values[0] ?? '', reason: 'is not a parameter' });
    else if (values.length > 1) {
      problems.push({ parameter, value: values.at(-1) ?? '', reason: 'is given more than once: the first one counts' });
    }
  }
  return { plan, problems };
}
