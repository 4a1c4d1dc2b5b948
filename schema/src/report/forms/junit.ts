import { rowShortName } from '../../documents/row-name.ts';
import type { Report } from '../report.ts';

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

/** Text as XML 1.0 holds it, which has no place for control characters. */
const escaped = (text: string) =>
  text
    .replace(/[^\t\n\r\u{20}-\u{d7ff}\u{e000}-\u{fffd}\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>"]/g, (letter) => ENTITIES[letter] ?? letter);

const attributes = (values: Readonly<Record<string, string | number>>) =>
  Object.entries(values)
    .map(([name, value]) => ` ${name}="${escaped(String(value))}"`)
    .join('');

interface Case {
  readonly name: string;
  readonly outcome: 'passed' | 'failed' | 'skipped';
  /** What was measured, or why it was not. */
  readonly text: string;
}

function figureCases({ figures, format }: Report): Case[] {
  return figures.map(({ name, quantity, p99 }) => {
    const value = format.marked(format.text(quantity), quantity);
    const text = p99 ? `${value}, p99 ${format.text(p99)}` : value;
    return { name, outcome: 'passed', text };
  });
}

/** Tests that have no figure, and what ended the run. */
function unfinishedCases({ record }: Report): Case[] {
  const jobs = 'jobs' in record.result ? record.result.jobs : [];
  const unfinished = jobs.flatMap(({ row, direction, status, failure }): Case[] => {
    const name = `${rowShortName(row)} ${direction}`;
    if (status === 'failed') return [{ name: `${name}: not measured`, outcome: 'failed', text: failure?.detail ?? '' }];
    return status === 'stopped' ? [{ name: `${name}: to its end`, outcome: 'skipped', text: 'stopped' }] : [];
  });
  const { status, failure } = record;
  if (status === 'failed') {
    return [...unfinished, { name: 'the whole run', outcome: 'failed', text: failure?.detail ?? '' }];
  }
  return status === 'stopped'
    ? [...unfinished, { name: 'the whole run', outcome: 'skipped', text: 'stopped' }]
    : unfinished;
}

function caseLines({ name, outcome, text }: Case, classname: string): string[] {
  const inside = {
    passed: `<system-out>${escaped(text)}</system-out>`,
    failed: `<failure${attributes({ message: text })}></failure>`,
    skipped: `<skipped${attributes({ message: text })}></skipped>`,
  }[outcome];
  return [`    <testcase${attributes({ classname, name })}>`, `      ${inside}`, '    </testcase>'];
}

/**
 * What CI systems show as a list of tests: each figure is one that passed, with its value as what it printed; what failed or was
 * stopped is one that did not. https://github.com/testmoapp/junitxml describes what they have in common.
 */
export function junitForm(report: Report): string {
  const { record, title } = report;
  const cases = [...figureCases(report), ...unfinishedCases(report)];
  const count = (outcome: Case['outcome']) => cases.filter((own) => own.outcome === outcome).length;
  const counts = { tests: cases.length, failures: count('failed'), errors: 0, skipped: count('skipped') };
  const time = (record.wall_ms / 1e3).toFixed(3);
  const suite = { name: `${title}, ${record.plan.profile}`, ...counts, time, timestamp: record.started_at };
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites${attributes({ name: 'OPFSMark', ...counts, time })}>`,
    `  <testsuite${attributes(suite)}>`,
    ...cases.flatMap((own) => caseLines(own, `opfsmark.${record.family}`)),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}
