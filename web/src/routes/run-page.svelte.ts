import { blankAnswer, type Answer } from '@opfsmark/schema/answer';
import {
  estimateFor,
  type FamilyId,
  loadFamily,
  needsConsent,
  type Plan,
  type RunRecord,
} from '@opfsmark/schema/families';
import type { ParameterProblem } from '@opfsmark/schema/plan';
import type { Picked } from '@opfsmark/core';
import { onMount } from 'svelte';
import { goto } from '$app/navigation';
import { page } from '$app/state';
import { useI18n } from '$lib/base/i18n/index.ts';
import type { GroupRefusal } from '$lib/base/api/groups.ts';
import { hadTooMuchMemory } from '$lib/base/local/earlier-runs.ts';
import { localStore } from '$lib/base/local/stores.ts';
import { unlessOver } from '$lib/base/ui/unless-over.ts';
import { NO_CONTEXT, type ResultContext } from '$lib/features/board/result-context.ts';
import type { Finished } from '$lib/features/families/finished.ts';
import { estimatePreparation, startOf } from '$lib/features/families/starts.ts';
import type { LiveJudge, VerdictOf } from '$lib/features/families/view.ts';
import { Publishing } from '$lib/features/publish/publishing.svelte.ts';
import { asksBeforeForgetting, isShared, runAddress, sharedAddress } from '$lib/features/run/address.ts';
import { isDriven, type Paused } from '$lib/features/run/session/state.ts';
import type { PageData } from './$types';
import { bench } from './bench.ts';
import type * as Parts from './run-parts.ts';

/** Parts that are seen only with a run of a family, loaded when one begins: not with the page, and not while it measures. */
interface RunParts {
  readonly of: FamilyId;
  readonly shown: typeof Parts;
  readonly finished: Finished;
  readonly live: LiveJudge;
}

/**
 * The run page: the question before a run, what is known of one that goes on or has ended, and what each click does. Made within
 * the page's component; the components that it composes are given it.
 */
export class RunPage {
  readonly bench = bench;
  readonly publishing: Publishing;
  readonly #data: () => PageData;
  readonly #i18n = useI18n();
  /** The page has come to life: until then it shows what the server has sent. */
  #isAlive = $state(false);
  #isLeft = false;
  #agreedToWriteBytes = $state(0);
  parts = $state.raw<RunParts | null>(null);
  /** Why the group of the link takes no result: a person chooses to measure without it, before anything is measured for it. */
  #refused = $state.raw<{ readonly group: string; readonly why: GroupRefusal } | null>(null);
  /** A part that a click needs could not be loaded. */
  isMissing = $state(false);
  /** A click on Run is on its way to a run: what that needs is asked for and loaded. */
  isBeginning = $state(false);
  /** The context of a run of this moment; none where it does not come. */
  beside = $state.raw<ResultContext>(NO_CONTEXT);
  /** Another family may be chosen while parts are loaded. */
  #wantedFamily: FamilyId | null = null;

  constructor(data: () => PageData) {
    this.#data = data;
    this.publishing = new Publishing(() => this.#i18n.load('publish'));
    // The session outlives the page: a run may be under way, or done, before this page is there to show it.
    $effect(() => {
      const of = this.session?.plan?.family;
      if (of) void this.unlessMissing(this.#load(of));
    });
    $effect(() => {
      const { record } = this;
      return unlessOver<ResultContext>(
        async (show) => record && (await import('$lib/features/board/beside-run.ts')).findBeside(record, show),
        (update) => (this.beside = update),
        NO_CONTEXT,
      );
    });
    onMount(() => {
      void this.#beginAsAsked();
      return () => (this.#isLeft = true);
    });
  }

  get asked() {
    return this.#data().asked;
  }

  get groupRefusal(): GroupRefusal | null {
    return this.#refused?.group === this.asked.group ? this.#refused.why : null;
  }

  get family() {
    return this.#data().family;
  }

  get start() {
    return startOf(this.family);
  }

  readonly plan = $derived.by((): Plan => (this.#isAlive ? this.asked.plan : this.#data().firstPlan));
  /** The run on the screen is of this family; another one's is not shown, but can be stopped. */
  readonly session = $derived.by(() => {
    const { session } = bench;
    return session?.plan?.family === this.family && session.state.kind !== 'idle' ? session : null;
  });

  get record() {
    return this.session?.record ?? null;
  }

  /** Something is measured, or was: the page shows the answer instead of the question. */
  get isActive() {
    return this.session !== null && (this.session.running || this.record !== null);
  }

  /** Results stay on the screen while another plan is chosen. */
  get shownPlan() {
    return this.session?.plan ?? this.plan;
  }

  get running() {
    const { session } = this;
    return session?.running ? { job: session.progress?.job ?? null, live: session.trace.live } : null;
  }

  get layout() {
    return bench.layout ?? 'shared';
  }

  /** The record, or as much of it as there is. */
  readonly #known = $derived.by((): RunRecord | null => {
    const { record, session } = this;
    if (record || !session?.plan || !session.result) return record;
    return this.parts?.live.recordSoFar(session.plan, session.result, bench) ?? null;
  });

  readonly answer = $derived.by((): Answer | null => {
    const { parts, session } = this;
    if (!parts || !session) return null;
    const answer = this.#known ? parts.shown.answerOf(this.#known) : blankAnswer(this.family);
    const { result: soFar } = session;
    return this.record || soFar?.family !== 'matrix' ? answer : parts.shown.withFillMark(answer, soFar.fill);
  });

  readonly verdictOf = $derived.by(
    (): VerdictOf => (this.#known && this.parts?.finished.judge.verdictsOf(this.#known)) ?? (() => null),
  );

  /** The scores of this run, or of it and the one before. */
  readonly scores = $derived.by(() => {
    const { record } = this;
    return record && (this.parts?.finished.judge.scoresOf(this.beside.combined?.record ?? record) ?? null);
  });

  readonly publishedId = $derived.by(() => {
    const { record } = this;
    if (!record) return null;
    return this.publishing.publishedId({ ticket: bench.session?.ticket ?? null, started_at: record.started_at });
  });

  // The effect of the next click.

  /** A file that must be written first, and is read after a restart; `null` where the run can begin. */
  coldToPrepare(of: Plan) {
    const coldPlan = this.start.coldPlan(of);
    return coldPlan && !bench.isPrepared(coldPlan) ? coldPlan : null;
  }

  /** Of the plan on the page: it is made once, because it takes every step of the run. */
  readonly expected = $derived.by(() => this.#estimateAnew(this.plan));

  #estimateAnew(of: Plan) {
    const coldPlan = this.coldToPrepare(of);
    if (coldPlan) return estimatePreparation(coldPlan, this.layout, bench.rates);
    const isFirst = this.layout === 'shared' && Object.keys(bench.rates).length === 0;
    if (of === this.#data().firstPlan && isFirst) return this.#data().firstEstimate;
    return estimateFor(this.asked.side, of, this.layout, bench.rates);
  }

  estimateOf(of: Plan) {
    return of === this.plan ? this.expected : this.#estimateAnew(of);
  }

  isAgreed(of: Plan): boolean {
    const estimate = this.estimateOf(of);
    return !needsConsent(estimate) || this.#agreedToWriteBytes >= estimate.bytesWrittenMax;
  }

  agree(hasAgreed: boolean): void {
    this.#agreedToWriteBytes = hasAgreed ? this.expected.bytesWrittenMax : 0;
  }

  #asksFirst(parameters: URLSearchParams): boolean {
    return asksBeforeForgetting(parameters, hadTooMuchMemory(localStore()));
  }

  /** A run that others measured by the same link is not replaced: a person chooses. */
  readonly asksNow = $derived.by(() => {
    const { searchParams } = page.url;
    return (
      this.#isAlive && isShared(searchParams) && this.start.forgets(this.asked.plan) && this.#asksFirst(searchParams)
    );
  });

  /** The page is not alive yet, or a person must choose something else first. */
  get waits(): boolean {
    // Known once the page has answered.
    const cannotPick = bench.readiness.kind !== 'checking' && !this.start.canPick();
    return !this.#isAlive || cannotPick || this.asksNow || this.groupRefusal !== null;
  }

  /** A file that waits to be read after a restart. */
  get prepared() {
    return bench.session?.running ? null : bench.prepared;
  }

  async unlessMissing(work: Promise<unknown>): Promise<boolean> {
    this.isMissing = !(await work.then(
      () => true,
      () => false,
    ));
    return !this.isMissing;
  }

  async #load(of: FamilyId): Promise<void> {
    this.#wantedFamily = of;
    if (this.parts?.of === of) return;
    const shown = await import('./run-parts.ts');
    const [finished, live] = await Promise.all([shown.loadFinished(of, this.#i18n), shown.entryOf(of).live()]);
    if (this.#wantedFamily === of) this.parts = { of, shown, finished, live };
  }

  async #loadForRun(of: FamilyId): Promise<boolean> {
    const parts = this.unlessMissing(Promise.all([this.#load(of), bench.openSession()]));
    await Promise.allSettled([parts, this.publishing.load(), import('$lib/features/history/keep.ts')]);
    return parts;
  }

  async #beginAsAsked(): Promise<void> {
    const { asked, start } = this;
    const { searchParams } = page.url;
    const other = !isShared(searchParams) && this.#asksFirst(searchParams) ? start.withoutForgetting(asked.plan) : null;
    // Where its family cannot be loaded, the plan of the link stays, and waits for a person to press Run.
    if (other) await this.choose(other).catch(() => undefined);
    this.#isAlive = true;
    void this.#askGroup();
    await bench.open();
    if (this.#isLeft) return;
    const paused = bench.takePaused();
    if (paused === 'shown') return;
    if (paused) await this.#resume(paused);
    else if (this.asked.autorun && !bench.session?.running) await this.#runByItself(other !== null || this.asksNow);
  }

  /** A link alone writes nothing. Whoever waits for a run that does not begin is told why. */
  async #refuseLink({ parameter, value, refusal }: ParameterProblem): Promise<void> {
    const { refusalText } = await import('@opfsmark/schema/plan/text');
    bench.refuse('invalid_link', `${parameter}=${value}: ${refusalText(refusal)}`);
  }

  async #runByItself(isChanged: boolean): Promise<void> {
    const [problem] = this.asked.problems;
    if (!isDriven()) bench.refuse('not_driven', 'Only a script that drives the browser starts a run without a click.');
    else if (problem) await this.#refuseLink(problem);
    else if (isChanged) bench.refuse('needs_choice', 'A person chooses what is read. Say it in the link: cache=...');
    else if (this.start.pick) bench.refuse('needs_choice', 'Only a person can pick what is measured.');
    else {
      // The script has chosen the plan, and stands for the person.
      this.#agreedToWriteBytes = Number.POSITIVE_INFINITY;
      await this.#run(this.plan);
    }
  }

  /** The effect of a click on Run: a file is prepared, or the run begins. The group may have been closed since the page was opened. */
  async run(): Promise<void> {
    const { plan } = this;
    const { pick } = this.start;
    if (this.isBeginning) return;
    // Before anything is waited for: in Safari a page may ask for a file in the click alone.
    const picked = pick ? await pick() : null;
    if (pick && !picked) return;
    this.isBeginning = true;
    await this.#begin(plan, picked).finally(() => (this.isBeginning = false));
  }

  async #begin(plan: Plan, picked: Picked | null): Promise<void> {
    await this.#askGroup();
    if (this.groupRefusal !== null) return;
    const coldPlan = this.coldToPrepare(plan);
    await (coldPlan ? this.unlessMissing(bench.prepare(coldPlan, this.#agreedToWriteBytes)) : this.#run(plan, picked));
  }

  async #askGroup(): Promise<void> {
    const { group } = this.asked;
    // Most visits have none. What cannot be asked is found out when the result is published.
    const part = group === null ? null : await import('$lib/base/api/groups.ts').catch(() => null);
    const why = part && group !== null ? await part.refusalOf(group) : null;
    this.#refused = why && group !== null ? { group, why } : null;
  }

  /** Reads the file that was prepared. */
  runPrepared(): void {
    const { prepared } = this;
    if (!prepared) return;
    void this.unlessMissing(this.choose(prepared.plan));
    void this.#run(prepared.plan);
  }

  async #run(plan: Plan, picked: Picked | null = null): Promise<void> {
    const { engine } = this.asked;
    await bench.open();
    // A file that was prepared earlier has its own button.
    if (!this.isAgreed(plan)) return;
    if (!(await this.#loadForRun(plan.family))) {
      bench.refuse('part_missing', 'A part of the page could not be loaded.');
      return;
    }
    await bench.session?.start(plan, { engine, agreedToWriteBytes: this.#agreedToWriteBytes, picked });
    if (startOf(plan.family).coldPlan(plan)) await bench.findPrepared();
  }

  async #resume(paused: Paused): Promise<void> {
    await this.#loadForRun(paused.run.record.family);
    if (bench.session) await bench.session.resume(paused);
    else bench.postpone(paused);
  }

  publish(): void {
    const { record } = this;
    if (!record) return;
    void this.unlessMissing(this.publishing.show(record, bench.session?.ticket ?? null, this.asked.group));
  }

  async choose(plan: Plan): Promise<void> {
    const side = await loadFamily(plan.family);
    if (this.#isLeft) return;
    // A choice is not asked about when the page is loaded again.
    const addressOf = this.#asksFirst(new URLSearchParams()) ? sharedAddress : runAddress;
    await goto(addressOf(side, plan, page.url.searchParams), { replaceState: true, noScroll: true, keepFocus: true });
  }
}
