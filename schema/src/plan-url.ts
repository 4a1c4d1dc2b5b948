import * as z from 'zod/mini';
import { MatrixPlan, parseRowName, ProfileId, rowName } from './plan.ts';
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

type Codec = readonly [parameter: string, write: (plan: MatrixPlan) => string, read: (text: string) => unknown];

const wholeNumber = (text: string) => (/^\d{1,15}$/.test(text) ? Number(text) : text);
const yesNo = (text: string) => ({ '1': true, '0': false })[text] ?? text;

/** Plan field -> URL parameter. Readable, because people write such links by hand. */
const CODECS: Partial<Record<keyof MatrixPlan, Codec>> = {
  rows: ['rows', (p) => p.rows.map((row) => rowName(row).replace(' ', '-')).join(','), (t) => t.split(',').map(parseRowName)],
  directions: ['dir', (p) => p.directions.join(','), (t) => t.split(',')],
  mix_read_percent: ['mix', (p) => `${p.mix_read_percent}`, wholeNumber],
  file_bytes: ['size', (p) => formatBytes(p.file_bytes), parseBytes],
  loops: ['loops', (p) => `${p.loops}`, wholeNumber],
  limit_s: ['limit', (p) => `${p.limit_s}`, wholeNumber],
  interval_s: ['interval', (p) => `${p.interval_s}`, wholeNumber],
  data: ['data', (p) => p.data, (t) => t],
  seed: ['seed', (p) => `${p.seed}`, wholeNumber],
  verify: ['verify', (p) => p.verify, (t) => t],
  until_stable: ['stable', (p) => (p.until_stable ? '1' : '0'), yesNo],
  revisit: ['revisit', (p) => (p.revisit ? '1' : '0'), yesNo],
  cache: ['cache', (p) => p.cache, (t) => t],
};

const FIELDS = Object.entries(CODECS) as [keyof MatrixPlan, Codec][];

/** The shortest parameters that open exactly this plan. */
export function planToParameters(plan: MatrixPlan): URLSearchParams {
  const parameters = new URLSearchParams({ profile: plan.profile });
  for (const key of changedParameters(plan)) {
    const codec = CODECS[key];
    if (codec) parameters.set(codec[0], codec[1](plan));
  }
  return parameters;
}

/**
 * The plan a URL asks for. A parameter that is unknown or out of bounds is named in `problems` and its field keeps the
 * profile's value. `others` are the parameters that belong to the page.
 */
export function planFromParameters(parameters: URLSearchParams, others: readonly string[] = []): PlanFromUrl {
  const problems: ParameterProblem[] = [];
  const profileText = parameters.get('profile') ?? 'quick';
  const profile = z.safeParse(ProfileId, profileText);
  if (!profile.success) {
    problems.push({ parameter: 'profile', value: profileText, reason: `must be one of ${ProfileId.options.join(', ')}` });
  }
  let plan = planOf(profile.success ? profile.data : 'quick');

  for (const [field, [parameter, , read]] of FIELDS) {
    const text = parameters.get(parameter);
    if (text === null) continue;
    const candidate = z.safeParse(MatrixPlan, { ...plan, [field]: read(text) });
    if (candidate.success) plan = candidate.data;
    else problems.push({ parameter, value: text, reason: candidate.error.issues[0]?.message ?? 'is not valid' });
  }

  const known = new Set(['profile', ...FIELDS.map(([, [parameter]]) => parameter), ...others]);
  for (const [parameter, value] of parameters) {
    if (!known.has(parameter)) problems.push({ parameter, value, reason: 'is not a parameter' });
  }
  return { plan, problems };
}
