import { decodeHistogram, totalCount } from '../../documents/histogram.ts';
import { sum } from '../../documents/stats.ts';
import type { FamilyChecks } from '../family.ts';
import { PART_SLACK } from '../claims.ts';
import { canEndEarly, DATABASE_PHASES, plannedRows, VFS_KINDS, waitNs } from './plan.ts';
import { DatabasePlan, DatabaseResult } from './schema.ts';

export const databaseChecks: FamilyChecks<DatabasePlan, DatabaseResult> = {
  plan: DatabasePlan,
  result: DatabaseResult,
  impossible({ result, plan }, { claim }) {
    const planned = plannedRows(plan);
    claim(
      result.phases.length === 0 || result.page_bytes === plan.page_bytes,
      '/page_bytes',
      'is not what was planned',
    );
    result.phases.forEach((phase, index) => {
      const pointer = `/phases/${index}`;
      claim(phase.id === DATABASE_PHASES[index], `${pointer}/id`, 'is out of order');
      const left = planned[phase.id] - phase.rows;
      const endedEarly = canEndEarly(plan, phase.id) && left > 0 && phase.elapsed_ns >= plan.enough_s * 1e9;
      claim(left === 0 || endedEarly, `${pointer}/rows`, 'is not what was planned');
      claim(waitNs(phase) <= phase.elapsed_ns * PART_SLACK, pointer, 'waited for longer than it lasted');
      for (const kind of VFS_KINDS) {
        const { calls, bytes, ns } = phase[kind];
        claim(calls > 0 || (bytes === 0 && ns === 0), `${pointer}/${kind}`, 'bytes or time without a call');
      }
      const timed = totalCount(decodeHistogram(phase.histogram) ?? []);
      claim(
        timed === (phase.id === 'bulk' ? 0 : phase.rows),
        `${pointer}/histogram`,
        `holds ${timed} of ${phase.rows}`,
      );
      if (phase.id === 'single' && plan.synchronous === 'full') {
        claim(phase.sync.calls >= phase.rows, `${pointer}/sync`, 'fewer flushes than transactions');
      }
    });
    const inserted = sum(result.phases.filter(({ id }) => id !== 'reads').map(({ rows }) => rows));
    claim(
      result.phases.length < 3 || result.verified_rows === inserted,
      '/verified_rows',
      `is not all ${inserted} rows`,
    );
    claim(
      result.phases.length < 3 || result.database_bytes >= inserted * plan.row_bytes,
      '/database_bytes',
      'is smaller than its rows',
    );
  },
};
