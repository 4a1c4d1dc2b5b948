import { DATABASE, parameter, TEXT, type Operation } from '../operation.ts';

export const SERVICE_OPERATIONS: readonly Operation[] = [
  {
    id: 'getHealth',
    method: 'get',
    path: '/healthz',
    summary: 'Whether the service runs.',
    answers: { 200: 'Health' },
    problems: [],
  },
  {
    id: 'getReadiness',
    method: 'get',
    path: '/readyz',
    summary:
      'Whether the database answers and no change has waited for its boards for over a minute; `set_aside` keys are tried again by themselves.',
    answers: { 200: 'Readiness' },
    problems: ['behind', ...DATABASE],
  },
  {
    id: 'getProblem',
    method: 'get',
    path: '/problems/{kind}',
    summary: 'What a problem type means.',
    parameters: [parameter('path', 'kind', TEXT)],
    answers: { 200: 'ProblemKind' },
    problems: ['not-found'],
  },
  {
    id: 'getDocument',
    method: 'get',
    path: '/openapi.json',
    summary: 'This document.',
    answers: { 200: 'json' },
    problems: [],
  },
];
