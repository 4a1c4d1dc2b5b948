import { decodeHistogram, totalCount } from '../../documents/histogram.ts';
import { sum } from '../../documents/stats.ts';
import type { FamilyChecks } from '../family.ts';
import { PART_SLACK } from '../expectations.ts';
import { canEndEarly, DATABASE_PHASES, plannedRows, VFS_KINDS, waitNs } from './plan.ts';
import { DatabasePlan, DatabaseResult } from './schema.ts';

export const databaseChecks: FamilyChecks<DatabasePlan, DatabaseResult> = {
  plan: DatabasePlan,
  result: DatabaseResult,
  impossible({ result, plan }, { expectThat }) {
    const plannedCounts = plannedRows(plan);
    expectThat(
      result.phases.length === 0 || result.page_bytes === plan.page_bytes,
      '/page_bytes',
      'is not what was planned',
    );
    result.phases.forEach((phase, index) => {
      const pointer = `/phases/${index}`;
      expectThat(phase.id === DATABASE_PHASES[index], `${pointer}/id`, 'is out of order');
      const rowsLeft = plannedCounts[phase.id] - phase.rows;
      const endedEarly = canEndEarly(plan, phase.id) && rowsLeft > 0 && phase.elapsed_ns >= plan.enough_s * 1e9;
      expectThat(rowsLeft === 0 || endedEarly, `${pointer}/rows`, 'is not what was planned');
      expectThat(waitNs(phase) <= phase.elapsed_ns * PART_SLACK, pointer, 'waited for longer than it lasted');
      for (const kind of VFS_KINDS) {
        const { calls, bytes, ns } = phase[kind];
        expectThat(calls > 0 || (bytes === 0 && ns === 0), `${pointer}/${kind}`, 'bytes or time without a call');
      }
      const timedCount = totalCount(decodeHistogram(phase.histogram) ?? []);
      expectThat(
        timedCount === (phase.id === 'bulk' ? 0 : phase.rows),
        `${pointer}/histogram`,
        `holds ${timedCount} of ${phase.rows}`,
      );
      if (phase.id === 'single' && plan.synchronous === 'full') {
        expectThat(phase.sync.calls >= phase.rows, `${pointer}/sync`, 'fewer flushes than transactions');
      }
    });
    const insertedCount = sum(result.phases.filter(({ id }) => id !== 'reads').map(({ rows }) => rows));
    expectThat(
      result.phases.length < 3 || result.verified_rows === insertedCount,
      '/verified_rows',
      `is not all ${insertedCount} rows`,
    );
    expectThat(
      result.phases.length < 3 || result.database_bytes >= insertedCount * plan.row_bytes,
      '/database_bytes',
      'is smaller than its rows',
    );
  },
};
