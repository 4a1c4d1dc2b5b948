import { describe, expect, it } from 'vitest';
import type { ReportFigure } from '@opfsmark/schema/report';
import { compareBlocks, measureBlocks, type SideName } from '../ab/blocks.ts';
import type { Outcome } from '../ab/measure.ts';
import { sentenceOf } from '../ab/words.ts';

type Origin = ReportFigure['quantity']['origin'];

const rate = (value: number, id = 'read', origin: Origin = 'drive'): ReportFigure => ({
  ...{ id, name: id, unit: 'bytes_per_s', better: 'higher', value, low: value, high: value },
  quantity: { value, unit: 'bytes_per_s', origin },
  p99: null,
});

const measured = (...figures: readonly ReportFigure[]): Outcome => ({ kind: 'measured', figures });

interface Given {
  readonly maxBlocks?: number;
  readonly maxTimeMs?: number;
  readonly isEnough?: boolean;
  readonly random?: number;
  readonly outcome?: (side: SideName, turn: number) => Outcome;
}

/** On a clock that goes on by 1,000 ms with each measurement. */
async function course({ maxBlocks = 4, maxTimeMs = Infinity, isEnough = false, random = 0, outcome }: Given) {
  let turns = '';
  const { blocks, end } = await measureBlocks({
    maxBlocks,
    maxTimeMs,
    measure: (side) => {
      turns += side;
      return Promise.resolve(outcome?.(side, turns.length) ?? measured(rate(side === 'A' ? 100 : 200)));
    },
    isEnough: () => isEnough,
    now: () => turns.length * 1000,
    random: () => random,
  });
  return { turns, blocks, end };
}

describe('blocks', () => {
  it('follow a warm-up, two of each order', async () => {
    const first = await course({});
    expect(first.turns).toBe('AB ABBA ABBA ABBA ABBA'.replaceAll(' ', ''));
    expect(first.end).toEqual({ kind: 'blocks' });
    expect((await course({ random: 0.9 })).turns).toBe('AB BAAB BAAB BAAB BAAB'.replaceAll(' ', ''));
  });

  it('end after four where they say enough, and not before', async () => {
    const { blocks, end } = await course({ maxBlocks: 20, isEnough: true });
    expect([blocks.length, end.kind]).toEqual([4, 'narrow']);
  });

  it('end before one that would last too long', async () => {
    const { blocks, end } = await course({ maxBlocks: 20, maxTimeMs: 12_000 });
    expect([blocks.length, end.kind]).toEqual([2, 'time']);
  });

  it.each([
    ['is stopped', { kind: 'stopped' }, { kind: 'stopped' }],
    ['fails', { kind: 'failed', sentence: 'It broke.' }, { kind: 'failed', side: 'B', sentence: 'It broke.' }],
  ] as const)('are kept where a measurement %s', async (_, ending, end) => {
    const ended = await course({ outcome: (_side, turn) => (turn === 8 ? ending : measured(rate(1))) });
    expect(ended.end).toEqual(end);
    expect(ended.blocks).toHaveLength(1);
    expect(ended.turns).toBe('ABABBAAB');
  });
});

describe('the comparison of blocks', () => {
  it('takes each figure that was there every time, and names the others', async () => {
    const { blocks } = await course({
      outcome: (side, turn) => {
        const own = side === 'A' ? 100 : 200;
        const sometimes = turn === 5 ? [] : [rate(own, 'sometimes')];
        const unlike = rate(own, 'unlike', side === 'A' ? 'drive' : 'cached');
        return measured(rate(own), ...sometimes, unlike, { ...rate(own, 'stalls'), unit: 'calls' });
      },
    });
    const { figures, without, verdict } = compareBlocks(blocks, 0.05);
    expect(figures.map(({ figure }) => figure.id)).toEqual(['read']);
    expect(figures[0]?.found.ratio).toBeCloseTo(2, 9);
    expect(figures[0]?.values.b).toEqual(Array.from({ length: 8 }, () => 200));
    expect(without).toEqual({ notAlways: ['sometimes'], unlike: ['unlike'] });
    expect(verdict).toBe('better');
  });

  it('is worse where any figure is, whatever else is better', async () => {
    const { blocks } = await course({
      outcome: (side) => measured(rate(side === 'A' ? 100 : 200), rate(side === 'A' ? 100 : 50, 'write')),
    });
    expect(compareBlocks(blocks, 0.05).verdict).toBe('worse');
  });

  it('is no change within the threshold, nor within the noise of the machine', async () => {
    const steady = await course({ outcome: (side) => measured(rate(side === 'A' ? 130 : 100)) });
    expect(compareBlocks(steady.blocks, 0.05).verdict).toBe('worse');
    expect(compareBlocks(steady.blocks, 0.4).verdict).toBe('same');
    // As far apart, on a machine whose own measurements lie further apart.
    const values = { A: [500, 2000, 900], B: [1300, 600, 2600] };
    const noisy = await course({ outcome: (side, turn) => measured(rate(values[side][turn % 3] ?? 0)) });
    const comparison = compareBlocks(noisy.blocks, 0.05);
    expect(comparison.verdict).toBe('unclear');
    expect(sentenceOf(comparison, ['A', 'B'], 0.05)).toMatch(
      /^No clear difference of more than 5 % between A and B in read; the noise/,
    );
  });
});
