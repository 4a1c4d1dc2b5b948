import * as z from 'zod/mini';
import { FILESYSTEMS, INTERFACES } from './drive-names.ts';

/** Texts of a declaration, and how long they may be: `text-rules.ts` says which of them can be shown. */
export const MAX_TEXT_CHARACTERS = { device: 80, drive: 80, note: 280 } as const;
export type DeclaredText = keyof typeof MAX_TEXT_CHARACTERS;
export const DECLARED_TEXTS = ['device', 'drive', 'note'] as const satisfies readonly DeclaredText[];

const label = () => z.string().check(z.minLength(1), z.maxLength(MAX_TEXT_CHARACTERS.device));

/** What the person says about the machine; a page can see none of it. */
export const Declaration = z.strictObject({
  device: label(),
  drive: z.optional(label()),
  interface: z.optional(z.enum(INTERFACES)),
  filesystem: z.optional(z.enum(FILESYSTEMS)),
  note: z.optional(z.string().check(z.minLength(1), z.maxLength(MAX_TEXT_CHARACTERS.note))),
  /** The browser was started with its profile on this drive, which is not the one it is usually on. */
  profile_moved: z.optional(z.boolean()),
});
export type Declaration = z.infer<typeof Declaration>;
