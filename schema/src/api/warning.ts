import * as z from 'zod/mini';
import { RunId } from '../documents/checks.ts';

const CLASS = {
  /** `browser`: made in a browser. `core`: measured by a version of the core. */
  of: z.enum(['browser', 'core']),
  /** The family of the browser, as runs have it ("firefox"), or the core's version. */
  name: z.string().check(z.regex(/^[0-9A-Za-z][0-9A-Za-z .+-]{0,39}$/)),
  /** Major version of the browser, where it is one of them. */
  version: z.optional(z.string().check(z.regex(/^\d{1,3}$/))),
};

/** `POST /api/v1/admin/v1/warnings`: a warning over all results of a class that are published between two moments. */
export const WarningRequest = z.strictObject({
  ...CLASS,
  from: z.optional(z.iso.datetime()),
  until: z.optional(z.iso.datetime()),
  text: z.string().check(z.minLength(1), z.maxLength(300)),
});
export type WarningRequest = z.infer<typeof WarningRequest>;

/** A warning as moderators see it; results have its text. */
export const Warning = z.strictObject({
  warning_id: RunId,
  ...CLASS,
  from: z.nullable(z.iso.datetime()),
  until: z.nullable(z.iso.datetime()),
  text: z.string(),
});
export type Warning = z.infer<typeof Warning>;

/** `GET /api/v1/admin/v1/warnings` */
export const WarningList = z.strictObject({ warnings: z.array(Warning) });
export type WarningList = z.infer<typeof WarningList>;
