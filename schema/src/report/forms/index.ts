import type { FamilyId } from '../../families/ids.ts';
import type { Report } from '../report.ts';
import { actionForm, bencherForm, hasEntries, junitForm, prometheusForm } from './ci.ts';
import { csvForm, fioForm, jsonForm } from './data.ts';
import { markdownForm, textForm } from './text.ts';

/** A form in which a result is written. */
export interface Form {
  readonly extension: string;
  readonly type: 'text/plain' | 'text/markdown' | 'text/csv' | 'application/json' | 'application/xml';
  readonly write: (report: Report) => string;
  /** Its content, for a list of files. */
  readonly about: string;
  /** Who reads it, of one for another program: that names it in every language. */
  readonly tool?: string;
  /** Results of other families never have it, whatever was measured. */
  readonly families?: readonly FamilyId[];
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
    about: 'the tests of a grid, or of a sweep, in the shape of fio’s JSON',
    tool: 'fio',
    families: ['matrix', 'block-sweep', 'queue-sweep'],
    isFor: ({ tests }) => tests !== undefined,
  },
  bencher: {
    extension: 'bencher.json',
    type: 'application/json',
    write: bencherForm,
    about: 'the figures in the Bencher Metric Format',
    tool: 'Bencher',
  },
  bigger: {
    extension: 'bigger.json',
    type: 'application/json',
    write: actionForm('higher'),
    about: 'the rates for github-action-benchmark, customBiggerIsBetter',
    tool: 'github-action-benchmark: customBiggerIsBetter',
    isFor: hasEntries('higher'),
  },
  smaller: {
    extension: 'smaller.json',
    type: 'application/json',
    write: actionForm('lower'),
    about: 'the times for github-action-benchmark, customSmallerIsBetter',
    tool: 'github-action-benchmark: customSmallerIsBetter',
    isFor: hasEntries('lower'),
  },
  prometheus: {
    extension: 'prom',
    type: 'text/plain',
    write: prometheusForm,
    about: 'the figures in the text format of Prometheus',
    tool: 'Prometheus',
  },
  junit: {
    extension: 'junit.xml',
    type: 'application/xml',
    write: junitForm,
    about: 'the figures as a list of tests in JUnit’s XML, what failed as a failure',
    tool: 'JUnit',
  },
} as const satisfies Readonly<Record<string, Form>>;

export type FormId = keyof typeof FORMS;

/** Forms that have a name in words. */
export type OwnFormId = {
  [Id in FormId]: (typeof FORMS)[Id] extends { readonly tool: string } ? never : Id;
}[FormId];

export const isOwnForm = (id: FormId): id is OwnFormId => formOf(id).tool === undefined;

export const formOf = (id: FormId): Form => FORMS[id];

/** The form with this ending, of a file or an address. */
export const formWith = (extension: string): Form | undefined =>
  Object.values<Form>(FORMS).find((form) => form.extension === extension);

/** The form that the name of a file asks for. */
export const formOfFile = (path: string): Form | undefined =>
  Object.values<Form>(FORMS).find(({ extension }) => path.endsWith(`.${extension}`));
