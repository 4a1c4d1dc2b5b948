import type { FieldError } from '@opfsmark/schema/documents';
import type * as z from 'zod/mini';
import en from 'zod/v4/locales/en.js';

/** What a schema says of a document, which has no words of its own. */
export const IN_ENGLISH = { error: en().localeError };

/** A fault of a document in a line: the field, and what is wrong with it. */
export const faultText = ({ pointer, detail }: FieldError): string =>
  `${pointer === '' ? 'the document' : pointer}: ${detail}`;

const pathOf = ({ path }: z.core.$ZodIssue) => path.map((part) => `/${String(part)}`).join('');

/** The same of what a schema has found. */
export const issueText = (issue: z.core.$ZodIssue): string =>
  faultText({ pointer: pathOf(issue), detail: issue.message });
