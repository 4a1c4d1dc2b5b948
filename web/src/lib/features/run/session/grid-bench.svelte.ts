import { samePlan, type MatrixPlan, type PreparedFile } from '@opfsmark/schema/families';
import { requestTicket } from '$lib/base/api/service.ts';
import { Bench, type Core } from './bench.svelte.ts';
import { RunSession } from './session.svelte.ts';

/** For the grid, which alone has files that wait for their cold read. */
export class GridBench extends Bench<RunSession> {
  #prepared = $state.raw<PreparedFile | null>(null);
  #core: Core | null = null;

  constructor() {
    super(({ run }, client) => new RunSession({ run, client, ticket: requestTicket }));
  }

  /** The file that waits for its cold read. */
  get prepared(): PreparedFile | null {
    return this.#prepared;
  }
  /** Whether this plan, a cold one, has still to be prepared. */
  needsPreparing(plan: MatrixPlan): boolean {
    return plan.cache === 'cold' && !(this.#prepared && samePlan(this.#prepared.plan, plan));
  }

  async prepare(plan: MatrixPlan): Promise<void> {
    if (!this.#core || !this.session) return;
    await this.session.prepare(plan, this.#core.prepareCold);
    await this.lookForPrepared();
  }

  async discardPrepared(): Promise<void> {
    // Refused while another tab measures, which may be just the one that reads it.
    await this.#core?.discardPrepared().catch(() => undefined);
    await this.lookForPrepared();
  }

  async lookForPrepared(): Promise<void> {
    this.#prepared = (await this.#core?.findPrepared()) ?? null;
  }

  protected override async opened(core: Core): Promise<void> {
    this.#core = core;
    await this.lookForPrepared();
  }
}
