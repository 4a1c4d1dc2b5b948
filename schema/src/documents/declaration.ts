import * as z from 'zod/mini';
import { FILESYSTEMS, INTERFACES } from './drive-names.ts';

/** `text-rules.ts` says which texts can be shown. */
export const MAX_NAME_CHARACTERS = 80;
export const MAX_NOTE_CHARACTERS = 280;

const label = () => z.string().check(z.minLength(1), z.maxLength(MAX_NAME_CHARACTERS));

/** What the person says about the machine; a page can see none of it. */
export const Declaration = z.strictObject({
  device: label(),
  drive: z.optional(label()),
  interface: z.optional(z.enum(INTERFACES)),
  filesystem: z.optional(z.enum(FILESYSTEMS)),
  note: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_NOTE_CHARACTERS))),
  /** The browser was started with its profile on this drive, which is not the one it is usually on. */
  profile_moved: z.optional(z.boolean()),
});
export type Declaration = z.infer<typeof Declaration>;
