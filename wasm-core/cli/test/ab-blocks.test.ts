import { describe, expect, it } from 'vitest';
import type { ReportFigure } from '@opfsmark/schema/report';
import { compareBlocks, measureBlocks, type SideName } from '../ab/blocks.ts';
import type { Outcome } from '../ab/measure.ts';
import { noBlockText, sentenceOf, terminalText } from '../ab/words.ts';

type Origin = ReportFigure['quantity']['origin'];

const rate = (value: number, id = 'read', origin: Origin = 'drive'): ReportFigure => ({
  ...{ id, name: id, unit: 'bytes_per_s', better: 'higher', value, low: value, high: value },
  quantity: { value, unit: 'bytes_per_s', origin },
  p99: null,
});

const measuredOutcome = (...figures: readonly ReportFigure[]): Outcome => ({ kind: 'measured', figures });

interface Given {
  readonly maxBlocks?: number;
  readonly maxTimeMs?: number;
  /** The time of each of the two. */
  readonly warmUpMs?: number;
  readonly isEnough?: boolean;
  readonly random?: number;
  readonly outcome?: (side: SideName, turn: number) => Outcome;
}

/** On a clock that goes on by 1,000 ms with each measurement. */
async function course({ maxBlocks = 4, maxTimeMs = Infinity, isEnough = false, random = 0, ...given }: Given) {
  const { warmUpMs = 1000, outcome } = given;
  let turns = '';
  const { blocks, end } = await measureBlocks({
    maxBlocks,
    maxTimeMs,
    measure: (side) => {
      turns += side;
      return Promise.resolve(outcome?.(side, turns.length) ?? measuredOutcome(rate(side === 'A' ? 100 : 200)));
    },
    isEnough: () => isEnough,
    now: () => Math.min(turns.length, 2) * warmUpMs + Math.max(turns.length - 2, 0) * 1000,
    random: () => random,
  });
  return { turns, blocks, end };
}

describe('blocks', () => {
  it('follow a warm-up, two of each order', async () => {
    const result = await course({});
    expect(result.turns).toBe('AB ABBA ABBA ABBA ABBA'.replaceAll(' ', ''));
    expect(result.end).toEqual({ kind: 'blocks' });
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

  it('do not begin where the first would last too long by what the warm-ups took', async () => {
    const result = await course({ maxTimeMs: 5999 });
    expect([result.turns, result.end]).toEqual(['AB', { kind: 'time', warmUpMs: 2000 }]);
    expect((await course({ maxTimeMs: 6000 })).blocks).toHaveLength(1);
  });

  it('are expected to take what those before took, and no longer what slow warm-ups did', async () => {
    const { blocks } = await course({ maxBlocks: 20, maxTimeMs: 600_000, warmUpMs: 100_000 });
    expect(blocks).toHaveLength(20);
  });

  it('say how much time is enough where none began', () => {
    expect(noBlockText(1999, 2000)).toBe(
      'After the warm-ups no block fits into --max-time: they took about 2s, and a block would take 4s. Give --max-time 18s or more, which is enough for 4 blocks.',
    );
    expect(noBlockText(480_000, 60_000)).toBe(
      'The warm-ups alone took longer than --max-time: they took about 8m, and a block would take 16m. Give --max-time 72m or more, which is enough for 4 blocks.',
    );
  });

  it.each([
    ['is stopped', { kind: 'stopped' }, { kind: 'stopped' }],
    ['fails', { kind: 'failed', sentence: 'It broke.' }, { kind: 'failed', side: 'B', sentence: 'It broke.' }],
  ] as const)('are kept where a measurement %s', async (_, ending, end) => {
    const result = await course({ outcome: (_side, turn) => (turn === 8 ? ending : measuredOutcome(rate(1))) });
    expect(result.end).toEqual(end);
    expect(result.blocks).toHaveLength(1);
    expect(result.turns).toBe('ABABBAAB');
  });
});

describe('the comparison of blocks', () => {
  it('takes each figure that was there every time, and names the others', async () => {
    const { blocks } = await course({
      outcome: (side, turn) => {
        const value = side === 'A' ? 100 : 200;
        const rareFigures = turn === 5 ? [] : [rate(value, 'sometimes')];
        const unlikeFigure = rate(value, 'unlike', side === 'A' ? 'drive' : 'memory');
        const zeroFigure = rate(turn === 7 ? 0 : value, 'pause');
        const amount = { ...rate(value, 'stalls'), unit: 'calls' } as const;
        return measuredOutcome(rate(value), ...rareFigures, zeroFigure, unlikeFigure, amount);
      },
    });
    const comparison = compareBlocks(blocks, 0.05);
    const { figures, without, verdict } = comparison;
    expect(figures.map(({ figure }) => figure.id)).toEqual(['read']);
    expect(figures[0]?.interleaved.ratio).toBeCloseTo(2, 9);
    expect(figures[0]?.values.b).toEqual(Array.from({ length: 8 }, () => 200));
    expect(without).toEqual({ notAlways: ['sometimes'], notAboveZero: ['pause'], unlike: ['unlike'] });
    expect(terminalText(comparison, ['A', 'B'], ['a', 'b'])).toMatch(
      /Not measured each time, so not compared: sometimes\.\nNot above zero each time, so not compared: pause\.\nNot from/,
    );
    expect(verdict).toBe('better');
  });

  it('is worse where any figure is, whatever else is better', async () => {
    const { blocks } = await course({
      outcome: (side) => measuredOutcome(rate(side === 'A' ? 100 : 200), rate(side === 'A' ? 100 : 50, 'write')),
    });
    expect(compareBlocks(blocks, 0.05).verdict).toBe('worse');
  });

  it('is no change within the threshold, nor within the noise of the machine', async () => {
    const steadyCourse = await course({ outcome: (side) => measuredOutcome(rate(side === 'A' ? 130 : 100)) });
    expect(compareBlocks(steadyCourse.blocks, 0.05).verdict).toBe('worse');
    expect(compareBlocks(steadyCourse.blocks, 0.4).verdict).toBe('same');
    // As far apart, on a machine whose own measurements lie further apart.
    const values = { A: [500, 2000, 900], B: [1300, 600, 2600] };
    const noisyCourse = await course({ outcome: (side, turn) => measuredOutcome(rate(values[side][turn % 3] ?? 0)) });
    const comparison = compareBlocks(noisyCourse.blocks, 0.05);
    expect(comparison.verdict).toBe('unclear');
    expect(sentenceOf(comparison, ['A', 'B'], 0.05)).toMatch(
      /^No clear difference of more than 5 % between A and B in read; the noise/,
    );
    const about = [['A', 'B'] as const, ['a', 'b'] as const] as const;
    expect(terminalText(comparison, ...about)).toContain(
      'A difference of 10 % would not be found on this machine with 500 blocks',
    );
    const closer = { A: [98, 104, 101], B: [103, 97, 106] };
    const closerCourse = await course({ outcome: (side, turn) => measuredOutcome(rate(closer[side][turn % 3] ?? 0)) });
    const closerComparison = compareBlocks(closerCourse.blocks, 0.05);
    expect(closerComparison.verdict).toBe('unclear');
    const [, blocks] =
      /would be found with about (\d+) blocks: --max-blocks \1,/.exec(terminalText(closerComparison, ...about)) ?? [];
    expect(closerComparison.toFind).toEqual({ difference: 0.1, blocks: Number(blocks) });
    expect(compareBlocks(steadyCourse.blocks, 0.05).toFind).toBeNull();
  });
});
