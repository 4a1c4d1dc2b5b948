import { RunFigure } from '@opfsmark/schema/api';
import type { ReportFigure } from '@opfsmark/schema/report';
import * as z from 'zod/mini';
import { IN_ENGLISH, issueText } from './faults.ts';

const { unit, better, low, high, origin } = RunFigure.shape;

const Printed = z.object({
  figures: z
    .array(
      z
        .object({
          id: z.optional(z.string()),
          name: z.string().check(z.minLength(1)),
          ...{ unit, better },
          value: z.number().check(z.nonnegative()),
          low: z.optional(low),
          high: z.optional(high),
          origin: z.optional(origin),
        })
        .check(
          z.refine(
            ({ value, low = value, high = value }) => low <= value && value <= high,
            'its value is not within its low and high',
          ),
        ),
    )
    .check(
      z.minLength(1, 'holds no figure'),
      z.check(({ value, issues }) => {
        const ids = value.map(({ id, name }) => id ?? name);
        const at = ids.findIndex((id, index) => ids.indexOf(id) < index);
        if (at === -1) return;
        const message = `"${ids[at] ?? ''}" is there more than once. Give each figure a name of its own`;
        issues.push({ code: 'custom', input: value, path: [at], message });
      }),
    ),
});

/** A document that is meant to hold figures, whatever they are. */
const WithFigures = z.object({ figures: z.unknown() });

interface PrintedFigures {
  readonly figures: readonly ReportFigure[];
  /** Why there are none: the first field that is wrong, and what it may be. */
  readonly fault: string | null;
}

/** The figures that a program prints of itself, and those of a file of --save FILE.figures.json; `null`: none are meant. */
export function printedFigures(document: unknown): PrintedFigures | null {
  const parsed = z.safeParse(Printed, document, IN_ENGLISH);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    return issue && z.safeParse(WithFigures, document).success ? { figures: [], fault: issueText(issue) } : null;
  }
  const figures = parsed.data.figures.map(
    ({ id, name, unit, better, value, low = value, high = value, origin = null }): ReportFigure => ({
      ...{ id: id ?? name, name, unit, better, value, low, high },
      quantity: { value, unit, origin },
      p99: null,
    }),
  );
  return { figures, fault: null };
}
