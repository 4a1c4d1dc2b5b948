import { LANGUAGES } from '@opfsmark/schema/answer/words/languages';
import { DATABASE, parameter, READ_RUN, RUN_ID, type Operation } from '../operation.ts';

const LANG = parameter('query', 'lang', { type: 'string', enum: Object.keys(LANGUAGES) });

export const SITE_OPERATIONS: readonly Operation[] = [
  {
    id: 'getBadge',
    method: 'get',
    path: '/badge/{run_id}.svg',
    summary: 'A badge for a README.',
    parameters: [RUN_ID, LANG],
    answers: { 200: 'image/svg+xml' },
    problems: READ_RUN,
  },
  {
    id: 'getShieldsBadge',
    method: 'get',
    path: '/badge/{run_id}.json',
    summary: 'The badge for shields.io/endpoint.',
    parameters: [RUN_ID, LANG],
    answers: { 200: 'ShieldsBadge' },
    problems: READ_RUN,
  },
  {
    id: 'getContenderTable',
    method: 'get',
    path: '/badge/app-storage.svg',
    summary:
      'Confirmed medians of contenders of storage for apps in one browser and operating system, as a table for a README.',
    parameters: [
      parameter('query', 'client', { type: 'string', pattern: '^[a-z][a-z0-9-]*~[a-z][a-z0-9-]*$' }, true),
      LANG,
    ],
    answers: { 200: 'image/svg+xml' },
    problems: ['invalid-parameter', ...DATABASE],
  },
  {
    id: 'getPicture',
    method: 'get',
    path: '/og/{run_id}.png',
    summary: 'The result as a picture of 1200 x 630.',
    parameters: [RUN_ID, LANG],
    answers: { 200: 'image/png' },
    problems: READ_RUN,
  },
  {
    id: 'getEmbed',
    method: 'get',
    path: '/og/{run_id}.html',
    summary: 'The picture with a link to its result, for a frame on any page.',
    parameters: [RUN_ID, LANG],
    answers: { 200: 'text/html' },
    problems: READ_RUN,
  },
  {
    id: 'getOEmbed',
    method: 'get',
    path: '/oembed',
    summary: 'oEmbed 1.0 of a permalink.',
    parameters: [
      parameter('query', 'url', { type: 'string', maxLength: 2000 }, true),
      parameter('query', 'format', { type: 'string', enum: ['json'] }),
      LANG,
    ],
    answers: { 200: 'OEmbed' },
    problems: [...READ_RUN, 'invalid-parameter'],
  },
  {
    id: 'getSitemap',
    method: 'get',
    path: '/sitemap.xml',
    summary: 'Pages of the site.',
    answers: { 200: 'application/xml' },
    problems: DATABASE,
  },
];
