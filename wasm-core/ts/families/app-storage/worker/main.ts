import {
  ANALYTICS_BASE_ROWS,
  ANALYTICS_STEP_ID,
  contendersOfLoop,
  CREATE_STEP_ID,
  DIRECTIONS,
  IDB_PROBE_STEP_ID,
  loopsOfContender,
  loopStepId,
  RELOAD_STEP_ID,
  SEVERAL_STEP_ID,
  SURVIVAL_STEP_ID,
  TABS_STEP_ID,
  workloadSize,
  workOfWorkload,
} from '@opfsmark/schema/families/app-storage/plan';
import { usesIndexedDb, type ContenderId } from '@opfsmark/schema/families/app-storage/contender-ids';
import type { AppStorageContention, AppStoragePlan, AppStorageRow } from '@opfsmark/schema/families/app-storage/schema';
import { emptyRow, expectedChecksum, withLoop, type LoopCell } from '../../../stores/loop.ts';
import { failureOf } from '../../../worker/failure.ts';
import { serve, type TaskContext } from '../../../worker/tasks.ts';
import type { Acknowledged, AppStorageFinding, AppStorageTask } from '../messages.ts';
import { tryAnalytics } from './analyse.ts';
import { tryContention, WORKER_COUNTS } from './contend.ts';
import { Asker, askForSurvivors, endWhilePutting, putAll, tryTwoTabs } from './interrupt.ts';

/** A page that has neither gone nor said that it stays by then will not reload itself. */
const RELOAD_PATIENCE_MS = 20_000;

/** All contenders, loop by loop. Each contender has a worker of its own in every loop, which this one watches and ends. */
class Comparison {
  readonly #plan: AppStoragePlan;
  readonly #task: AppStorageTask;
  readonly #context: TaskContext<AppStorageFinding>;
  readonly #asker: Asker;
  readonly #rows = new Map<ContenderId, AppStorageRow>();

  constructor(task: AppStorageTask, context: TaskContext<AppStorageFinding>) {
    this.#task = task;
    this.#plan = task.plan;
    this.#context = context;
    const [starter] = context.ports;
    if (!starter) throw new Error('nobody starts workers for contenders');
    this.#asker = new Asker(starter, () => context.meter.beat());
    const resumedRows = new Map(task.resume?.result.rows.map((row) => [row.contender, row]));
    for (const contender of this.#plan.contenders) this.#keep(resumedRows.get(contender) ?? emptyRow(contender));
  }

  async run(): Promise<void> {
    if (this.#task.resume) await this.#lookAfterReload(this.#task.resume.acknowledged);
    else {
      await this.#measureLoops();
      await this.#endEachWhilePutting();
      if (this.#task.mayReload) await this.#letPageReload();
    }
    await this.#tryEach(TABS_STEP_ID, async (contender) => {
      const two_tabs = await tryTwoTabs(this.#asker, this.#headOf(contender));
      this.#keep({ ...this.#row(contender), status: 'done', ...(two_tabs && { two_tabs }) });
    });
    if (this.#plan.several !== undefined) await this.#trySeveral(this.#plan.several);
    if (this.#plan.analytics !== undefined) await this.#analyse(this.#plan.analytics);
  }

  /** Two stores at a time: what one waits for costs no processor. */
  async #trySeveral(repeats: number): Promise<void> {
    this.#context.step(SEVERAL_STEP_ID);
    // A store that two have broken is tried, too: only one that a second cannot open is not.
    const waiting = [...this.#rows.values()].filter(
      ({ status, two_tabs }) => status === 'done' && two_tabs?.second !== 'refused',
    );
    const tryNext = async () => {
      for (let row = waiting.shift(); row; row = waiting.shift()) {
        const crew = row.contender;
        const head = { ...this.#headOf(row.contender), crew };
        const contention: AppStorageContention[] = [];
        for (const workers of WORKER_COUNTS) {
          const onRepeat = () => this.#context.meter.addWork(1 / WORKER_COUNTS.length);
          contention.push(await tryContention(this.#asker, head, { workers, repeats, onRepeat }));
          this.#keep({ ...row, contention: [...contention] });
        }
        this.#asker.dismiss(crew);
      }
    };
    await Promise.all([tryNext(), tryNext()]);
  }

  /** One store after the other: these are timed. Each has its rows in a place of their own. */
  async #analyse(rows: number): Promise<void> {
    this.#context.step(ANALYTICS_STEP_ID);
    for (const row of [...this.#rows.values()].filter(({ status }) => status === 'done')) {
      const analytics = await tryAnalytics(this.#asker, this.#headOf(row.contender), rows);
      if (analytics) this.#keep({ ...this.#row(row.contender), analytics });
      this.#context.meter.addWork(rows + ANALYTICS_BASE_ROWS);
    }
  }

  /**
   * Does something with each contender, all at once: nothing of it is timed, and a browser waits for seconds before it ends a
   * worker in the middle of a call.
   */
  async #tryEach(stepId: string, attempt: (contender: ContenderId) => Promise<void>): Promise<void> {
    this.#context.step(stepId);
    const tryOne = async (contender: ContenderId) => {
      await attempt(contender);
      this.#context.meter.addWork(1);
    };
    await Promise.all(this.#openContenders.map(tryOne));
  }

  async #measureLoops(): Promise<void> {
    await this.#probeIndexedDb();
    await this.#tryEach(CREATE_STEP_ID, (contender) => this.#loop(contender, 0));
    for (let loop = 1; loop <= this.#plan.loops; loop++) {
      for (const contender of contendersOfLoop(this.#plan, loop)) {
        if (!this.#isOpen(contender)) continue;
        this.#context.step(loopStepId(contender, loop));
        await this.#loop(contender, loop);
      }
    }
  }

  async #endEachWhilePutting(): Promise<void> {
    await this.#tryEach(SURVIVAL_STEP_ID, async (contender) => {
      const survival = await endWhilePutting(this.#asker, this.#headOf(contender));
      this.#keep({ ...this.#row(contender), survival });
    });
  }

  /** Where the page does reload itself, this ends with everything else of it. */
  async #letPageReload(): Promise<void> {
    this.#context.step(RELOAD_STEP_ID);
    const putting = await putAll(this.#asker, this.#openContenders, this.#plan);
    this.#context.report({ type: 'reload', acknowledged: putting.acknowledged() });
    const timeout = new Promise((resolve) => setTimeout(resolve, RELOAD_PATIENCE_MS));
    await Promise.race([this.#asker.stays, timeout]);
    await putting.end();
  }

  async #lookAfterReload(acknowledgedCounts: Acknowledged): Promise<void> {
    await this.#tryEach(RELOAD_STEP_ID, async (contender) => {
      const count = acknowledgedCounts[contender];
      if (count === undefined) return;
      const head = { ...this.#headOf(contender), acknowledged: count };
      const reload = await askForSurvivors(this.#asker, 'reload', head);
      this.#keep({ ...this.#row(contender), reload });
    });
  }

  /** Before the first loop; what fails here fails again in the loops, and is told there. */
  async #probeIndexedDb(): Promise<void> {
    const contender = this.#plan.contenders.find(usesIndexedDb);
    if (!contender) return;
    this.#context.step(IDB_PROBE_STEP_ID);
    const lastReply = await this.#asker.ask({ type: 'probe', contender, size: this.#plan });
    if (lastReply?.type === 'idb_probe') this.#context.report(lastReply);
  }

  /** Which store is interrupted, as its own last loop left it. */
  #headOf(contender: ContenderId) {
    const size = { ...this.#plan, loops: loopsOfContender(this.#plan, contender) };
    return { contender, size, module: this.#task.module };
  }

  #row(contender: ContenderId): AppStorageRow {
    return this.#rows.get(contender) ?? emptyRow(contender);
  }

  #keep(row: AppStorageRow): void {
    this.#rows.set(row.contender, row);
    this.#context.report({ type: 'row', row });
  }

  /** A contender that failed or is not there is left out of all later loops; the others go on. */
  #isOpen(contender: ContenderId): boolean {
    return this.#row(contender).status === 'stopped';
  }

  get #openContenders(): ContenderId[] {
    return this.#plan.contenders.filter((contender) => this.#isOpen(contender));
  }

  async #loop(contender: ContenderId, loop: number): Promise<void> {
    const cells: LoopCell[] = [];
    const lastReply = await this.#asker.ask(
      { type: 'loop', ...this.#headOf(contender), size: this.#plan, loop },
      (reply) => {
        if (reply.type === 'cell') {
          const { workload } = reply.cell;
          cells.push(reply.cell);
          this.#show(reply.cell);
          // The creation is a step of its own, with a work of its own.
          if (loop > 0) this.#context.meter.addWork(workOfWorkload(this.#plan, workload));
        }
        return false;
      },
    );
    const row = this.#row(contender);
    if (lastReply?.type === 'missing') this.#keep({ ...row, status: 'missing', missing: lastReply.reason });
    else if (lastReply?.type === 'failed') this.#keep({ ...row, status: 'failed', failure: lastReply.failure });
    else if (lastReply?.type !== 'checksum') throw new Error(`unexpected answer: ${lastReply?.type ?? 'none'}`);
    else if (lastReply.checksum !== expectedChecksum(this.#plan, loop)) {
      const failure = failureOf('verify_failed', `the rows have the checksum ${lastReply.checksum}`);
      this.#keep({ ...row, status: 'failed', failure });
    } else this.#keep({ ...(loop === 0 ? row : withLoop(row, this.#plan, cells)), checksum: lastReply.checksum });
  }

  #show({ workload, elapsedNs }: LoopCell): void {
    const { ops, bytes } = workloadSize(this.#plan, workload);
    this.#context.meter.add(DIRECTIONS[workload], bytes, elapsedNs, ops);
  }
}

serve<{ plan: AppStorageTask; finding: AppStorageFinding }>((task, context) => new Comparison(task, context).run());
