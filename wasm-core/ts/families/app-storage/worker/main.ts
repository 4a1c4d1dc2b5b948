import {
  DIRECTIONS,
  IDB_PROBE_STEP_ID,
  loopStepId,
  orderOfLoop,
  survivalStepId,
  tabsStepId,
  usesIndexedDb,
  workloadSize,
  type AppStoragePlan,
  type AppStorageRow,
  type AppStorageSurvival,
  type ContenderId,
} from '@opfsmark/schema/families';
import { failureOf } from '../../../worker/failure.ts';
import { serve, type TaskContext } from '../../../worker/tasks/serve.ts';
import { expectedChecksum, type LoopCell } from '../../../stores/loop.ts';
import type { AppStorageFound } from '../messages.ts';
import { emptyRow, withLoop } from '../../../stores/rows.ts';
import { Asker } from './ask.ts';
import { tryTwoTabs } from './two-tabs.ts';

/** A store is interrupted after so many rows were answered, while it puts the next. */
const ACKNOWLEDGED_ROWS = 20;

/** All contenders, loop by loop. Each contender has a worker of its own in every loop, which this one watches and ends. */
class Comparison {
  readonly #plan: AppStoragePlan;
  readonly #context: TaskContext<AppStorageFound>;
  readonly #asker: Asker;
  readonly #rows = new Map<ContenderId, AppStorageRow>();

  constructor(plan: AppStoragePlan, context: TaskContext<AppStorageFound>) {
    this.#plan = plan;
    this.#context = context;
    if (!context.port) throw new Error('nobody starts workers for contenders');
    this.#asker = new Asker(context.port, () => context.meter.beat());
    for (const contender of plan.contenders) this.#keep(emptyRow(contender));
  }

  async run(): Promise<void> {
    await this.#probeIndexedDb();
    for (let loop = 0; loop <= this.#plan.loops; loop++) {
      const order = orderOfLoop(this.#plan.contenders, loop);
      for (const contender of order) if (this.#isOpen(contender)) await this.#loop(contender, loop);
    }
    for (const contender of this.#plan.contenders) {
      if (!this.#isOpen(contender)) continue;
      this.#context.step(survivalStepId(contender));
      const survival = await this.#interrupt(contender);
      this.#keep({ ...this.#row(contender), survival });
      this.#context.step(tabsStepId(contender));
      const two_tabs = await tryTwoTabs(this.#asker, { contender, size: this.#plan });
      this.#keep({ ...this.#row(contender), status: 'done', ...(two_tabs && { two_tabs }) });
    }
  }

  /** Before the first loop; what fails here fails again in the loops, and is told there. */
  async #probeIndexedDb(): Promise<void> {
    const contender = this.#plan.contenders.find(usesIndexedDb);
    if (!contender) return;
    this.#context.step(IDB_PROBE_STEP_ID);
    const last = await this.#asker.ask({ type: 'probe', contender, size: this.#plan });
    if (last?.type === 'idb_probe') this.#context.found(last);
  }

  #row(contender: ContenderId): AppStorageRow {
    return this.#rows.get(contender) ?? emptyRow(contender);
  }

  #keep(row: AppStorageRow): void {
    this.#rows.set(row.contender, row);
    this.#context.found({ type: 'row', row });
  }

  /** A contender that failed or is not there is left out of all later loops; the others go on. */
  #isOpen(contender: ContenderId): boolean {
    return this.#row(contender).status === 'stopped';
  }

  async #loop(contender: ContenderId, loop: number): Promise<void> {
    this.#context.step(loopStepId(contender, loop));
    const cells: LoopCell[] = [];
    const last = await this.#asker.ask({ type: 'loop', contender, size: this.#plan, loop }, (reply) => {
      if (reply.type === 'cell') {
        cells.push(reply.cell);
        this.#show(reply.cell);
      }
      return false;
    });
    const row = this.#row(contender);
    if (last?.type === 'missing') this.#keep({ ...row, status: 'missing', missing: last.reason });
    else if (last?.type === 'failed') this.#keep({ ...row, status: 'failed', failure: last.failure });
    else if (last?.type !== 'checksum') throw new Error(`unexpected answer: ${last?.type ?? 'none'}`);
    else if (last.checksum !== expectedChecksum(this.#plan, loop)) {
      const failure = failureOf('verify_failed', `the rows have the checksum ${last.checksum}`);
      this.#keep({ ...row, status: 'failed', failure });
    } else this.#keep({ ...(loop === 0 ? row : withLoop(row, this.#plan, cells)), checksum: last.checksum });
  }

  #show({ workload, elapsedNs }: LoopCell): void {
    const { ops, bytes } = workloadSize(this.#plan, workload);
    this.#context.meter.add(DIRECTIONS[workload], bytes, elapsedNs, ops);
  }

  /** Ends the worker of a contender in the middle of its puts, and looks what is left. */
  async #interrupt(contender: ContenderId): Promise<AppStorageSurvival | null> {
    let acknowledged = 0;
    const head = { contender, size: this.#plan };
    const failed = await this.#asker.ask({ type: 'put-on', count: Infinity, ...head }, (reply) => {
      if (reply.type === 'acknowledged') acknowledged = reply.count;
      return acknowledged >= ACKNOWLEDGED_ROWS;
    });
    if (failed) return null;
    const last = await this.#asker.ask({ type: 'look', ...head, acknowledged });
    if (last?.type !== 'survivors') return { acknowledged, opened: false, lost: acknowledged, torn: 0, damaged: 0 };
    return { acknowledged, opened: true, ...last.survivors };
  }
}

serve<{ plan: AppStoragePlan; found: AppStorageFound }>((plan, context) => new Comparison(plan, context).run());
