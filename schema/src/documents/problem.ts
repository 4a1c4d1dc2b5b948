import * as z from 'zod/mini';

/** One field that is wrong: an RFC 6901 pointer into the body and what is wrong with it. */
export const FieldError = z.strictObject({ pointer: z.string(), detail: z.string() });
export type FieldError = z.infer<typeof FieldError>;

/** RFC 9457 problem details: the body of every error, as application/problem+json. */
export const Problem = z.strictObject({
  type: z.string(),
  title: z.string(),
  status: z.int(),
  detail: z.optional(z.string()),
  instance: z.optional(z.string()),
  errors: z.optional(z.array(FieldError)),
});
export type Problem = z.infer<typeof Problem>;
