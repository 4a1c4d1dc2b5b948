import { familyIostat, type FamilyView } from '@opfsmark/schema/families';
import type { IostatRow } from '@opfsmark/schema/figures';
import { familyName } from '../boards/names.ts';
import { csvLine } from './csv.ts';

const COLUMNS = [
  'r_per_s',
  'w_per_s',
  'r_mb_per_s',
  'w_mb_per_s',
  'areq_bytes',
  'r_await_us',
  'w_await_us',
  'aqu_sz',
  'util_percent',
] as const satisfies readonly (keyof IostatRow)[];

const HEAD = ['run_id', 'created_at', 'device', 'filesystem', 'family', 'part', 'seconds', ...COLUMNS];

/** A family's run as CSV: one line per part of the result, with the columns of `iostat -x`. */
export function familyCsv(view: FamilyView): string {
  const lines = familyIostat(view.record.result).map(({ part, row }) =>
    csvLine([
      view.run_id,
      view.created_at,
      view.declared.device,
      view.declared.filesystem ?? null,
      view.record.plan.family,
      part,
      row.length_s,
      ...COLUMNS.map((column) => row[column]),
    ]),
  );
  return csvLine(HEAD) + lines.join('');
}

const RULE = '-'.repeat(78);

/** A family's run as text. */
export function familyText({ record, declared }: FamilyView): string {
  const { plan, environment, result } = record;
  const { browser, os } = environment.client;
  const parts = familyIostat(result).map(({ part, row }) => {
    const mbs = (row.r_mb_per_s + row.w_mb_per_s).toFixed(3).padStart(9);
    const iops = (row.r_per_s + row.w_per_s).toFixed(1).padStart(9);
    return `  ${part.padEnd(32)}: ${mbs} MB/s [${iops} calls/s] queue ${row.aqu_sz.toFixed(2)}`;
  });
  const lines = [
    RULE,
    `OPFSMark ${environment.core_version} (suite ${plan.suite}), ${plan.family}, ${plan.profile}`,
    RULE,
    ...parts,
    '',
    `   Date: ${record.started_at.slice(0, 19).replaceAll('-', '/').replace('T', ' ')}`,
    `     OS: ${familyName(os.family)} ${os.major ?? ''}, ${familyName(browser.family)} ${browser.major ?? ''}`,
    `Comment: ${declared.device}${declared.filesystem === undefined ? '' : ` (${declared.filesystem})`}`,
    '',
  ];
  return lines.join('\r\n');
}
