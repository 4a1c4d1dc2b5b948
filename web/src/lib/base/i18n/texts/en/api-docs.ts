/** Texts of the API page in English. */
export default {
  title: 'API',
  intro: 'Everything this site shows can be read by a program: JSON, without a key, from any origin.',
  errors: 'Errors are problem details (RFC 9457) with a stable type. Lists are paged by a cursor and a Link header.',
  document: 'The OpenAPI document',
  example: 'For example, the latest runs of one device:',
  automation: 'Measuring by a script',
  automationIntro:
    'The run page starts by itself with autorun=1, runs the plan that is given as JSON, and leaves the record in window.opfsmark. A plan is the one of any record or a part of it; what cannot be run is named on the page. With Playwright:',
  operations: 'Operations',
  schemas: 'Schemas',
  parameters: 'Parameters',
  required: 'required',
  body: 'Body',
  token: 'needs a token',
  answers: 'Answers',
  status: 'Status',
  meaning: 'Meaning',
  type: 'Type',
  english: 'The names and summaries are those of the document, in English.',
  down: 'The document cannot be read at the moment. Try again in a minute.',
} as const;
