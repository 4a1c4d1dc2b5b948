/** Texts of the API page in English. */
export default {
  title: 'API',
  intro: 'A program can read everything this site shows: JSON, no key, from any origin.',
  errors: 'Errors are problem details (RFC 9457) with a stable type. Lists are paged with a cursor and a Link header.',
  document: 'OpenAPI document',
  example: 'For example, the latest runs of one device:',
  automation: 'Measure from a script',
  automationIntro:
    'With autorun=1 the run page starts automatically. It runs the plan given as JSON and leaves the record in window.opfsmark. The plan may be that of any record, or a part of it; the page names every value it ignores. With Playwright:',
  data: 'All data',
  dataIntro:
    'Every night all published results are written to Parquet files, with raw histograms. A program can recompute every rank from them: npm run recompute in the source does. A deleted result leaves the files at once.',
  dataManifest: 'Files of the newest snapshot',
  dataLicense: 'License of the data: CC BY 4.0',
  operations: 'Operations',
  schemas: 'Schemas',
  parameters: 'Parameters',
  required: 'required',
  body: 'Body',
  token: 'needs a token',
  answers: 'Responses',
  others: 'Redirects and errors',
  status: 'Status',
  meaning: 'Meaning',
  type: 'Type',
  english: 'Names and summaries come from the OpenAPI document.',
  down: 'The document cannot be read at the moment. Try again in a minute.',
} as const;
