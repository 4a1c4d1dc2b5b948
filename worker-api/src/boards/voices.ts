import { NO_PROVIDER, type RankNeeds, type SourceTag } from './policy.ts';
import type { CountedRun, Cutoffs } from './votes.ts';

/** Weights are integers, so that it never matters in which order they are added. Up to 12 networks divide this one evenly. */
const HALF_VOICE = 27_720;
const WHOLE_VOICE = 2 * HALF_VOICE;

/** What the vote of a network is worth in a cohort. */
export interface Voice {
  /** The network came when others had confirmed the cohort: its runs wait as long as unusual values do. */
  readonly isLate: boolean;
  readonly weight: number;
}

/** The first run of a network that needs to wait; `null` where a moderator has confirmed one, or none ever counts. */
function firstOf(runs: readonly CountedRun[]): CountedRun | null {
  if (runs.some(({ confirmed }) => confirmed === 1)) return null;
  const countableRuns = runs.filter(({ provider }) => provider !== NO_PROVIDER);
  return countableRuns.reduce<CountedRun | null>(
    (first, run) => (first && first.created_ms <= run.created_ms ? first : run),
    null,
  );
}

const nameOf = (provider: SourceTag, isLate: boolean) => `${provider} ${isLate ? 'late' : 'first'}`;

/**
 * Who speaks in a cohort. A provider has one voice, which its networks share. Those that came before the cohort could be
 * confirmed found it: networks that come later share another voice of their provider, of half the weight. So whoever wants a
 * row to say something else needs twice as many providers as hold it, and what a moderator has confirmed has a whole voice.
 */
class Voices {
  readonly #foundedMs: number;
  /** Networks of the voices that more than one shares. */
  readonly #networkCounts: ReadonlyMap<string, number>;

  constructor(foundedMs: number, networkCounts: ReadonlyMap<string, number>) {
    this.#foundedMs = foundedMs;
    this.#networkCounts = networkCounts;
  }

  /** @param runs all that a network has in the cohort and that are not too old */
  of(runs: readonly CountedRun[]): Voice {
    const first = firstOf(runs);
    if (!first) return { isLate: false, weight: WHOLE_VOICE };
    const isLate = first.created_ms > this.#foundedMs;
    const networks = this.#networkCounts.get(nameOf(first.provider, isLate)) ?? 1;
    return { isLate, weight: Math.max(1, Math.floor((isLate ? HALF_VOICE : WHOLE_VOICE) / networks)) };
  }
}

/** Takes down which networks a cohort has, of which it holds a provider and a time. */
export class Census {
  readonly #needs: RankNeeds;
  readonly #cutoffs: Cutoffs;
  /** When the first providers came, as many as a rank needs. */
  readonly #founders = new Map<SourceTag, number>();
  readonly #providers: SourceTag[] = [];
  readonly #firstsMs: number[] = [];

  constructor(needs: RankNeeds, cutoffs: Cutoffs) {
    this.#needs = needs;
    this.#cutoffs = cutoffs;
  }

  /** @param runs all that a network has in the cohort and that are not too old */
  add(runs: readonly CountedRun[]): void {
    // Whoever sends what nobody would count founds nothing by it.
    for (const { provider, created_ms, unusual, confirmed } of runs)
      if (provider !== NO_PROVIDER && (unusual === '' || confirmed === 1)) this.#addFounder(provider, created_ms);
    const first = firstOf(runs);
    if (!first) return;
    this.#providers.push(first.provider);
    this.#firstsMs.push(first.created_ms);
  }

  finish(): Voices {
    const { minProviders, waitingMs } = this.#needs;
    const foundedMs = this.#founders.size < minProviders ? Infinity : this.#lastFounderMs() + waitingMs;
    const networks = new Map<string, number>();
    for (const [i, firstMs] of this.#firstsMs.entries()) {
      const isLate = firstMs > foundedMs;
      // What still waits says nothing.
      if (firstMs > (isLate ? this.#cutoffs.unusualMs : this.#cutoffs.usualMs)) continue;
      const name = nameOf(this.#providers[i] ?? '', isLate);
      networks.set(name, (networks.get(name) ?? 0) + 1);
    }
    return new Voices(foundedMs, new Map([...networks].filter(([, n]) => n > 1)));
  }

  #addFounder(provider: SourceTag, ms: number): void {
    const knownMs = this.#founders.get(provider);
    if (knownMs !== undefined && knownMs <= ms) return;
    this.#founders.set(provider, ms);
    if (this.#founders.size <= this.#needs.minProviders) return;
    const lastMs = this.#lastFounderMs();
    const lastFounder = [...this.#founders].find(([, foundedMs]) => foundedMs === lastMs);
    if (lastFounder) this.#founders.delete(lastFounder[0]);
  }

  #lastFounderMs(): number {
    return Math.max(...this.#founders.values());
  }
}
