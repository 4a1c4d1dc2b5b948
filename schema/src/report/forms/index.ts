import type { Report } from '../report.ts';
import { csvForm } from './csv.ts';
import { fioForm } from './fio.ts';
import { jsonForm } from './json.ts';
import { markdownForm } from './markdown.ts';
import { textForm } from './text.ts';

/** A form in which a result is written. */
export interface Form {
  readonly extension: string;
  readonly type: 'text/plain' | 'text/markdown' | 'text/csv' | 'application/json';
  readonly write: (report: Report) => string;
  /** What is in it, for a list of files. */
  readonly about: string;
  /** Absent: any result has it. */
  readonly isFor?: (report: Report) => boolean;
}

/** Every form: what page, service and command line offer. */
export const FORMS = {
  text: {
    extension: 'txt',
    type: 'text/plain',
    write: textForm,
    about: 'the figures as text, of a grid in the layout of CrystalDiskMark',
  },
  markdown: {
    extension: 'md',
    type: 'text/markdown',
    write: markdownForm,
    about: 'the figures as a table in Markdown',
  },
  csv: {
    extension: 'csv',
    type: 'text/csv',
    write: csvForm,
    about: 'the figures as CSV, a line each, and then the numbers of all tables',
  },
  figures: {
    extension: 'figures.json',
    type: 'application/json',
    write: jsonForm,
    about: 'the figures, tables and charts as JSON',
  },
  fio: {
    extension: 'fio.json',
    type: 'application/json',
    write: fioForm,
    about: 'the tests in the shape of fio’s JSON',
    isFor: ({ tests }) => tests !== undefined,
  },
} as const satisfies Readonly<Record<string, Form>>;

export type FormId = keyof typeof FORMS;

export const formOf = (id: FormId): Form => FORMS[id];

/** The form with this ending, of a file or an address. */
export const formWith = (extension: string): Form | undefined =>
  Object.values<Form>(FORMS).find((form) => form.extension === extension);

/** The form that the name of a file asks for. */
export const formOfFile = (path: string): Form | undefined =>
  Object.values<Form>(FORMS).find(({ extension }) => path.endsWith(`.${extension}`));
