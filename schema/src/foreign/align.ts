import type { ForeignFigure } from './result.ts';

const DRIVE_READ = / drive_read$/;

/**
 * Figures under the ids of a result that they stand beside: a plan that reads each row in one way only has its reads of the drive
 * as "read".
 */
export function alignReads(figures: readonly ForeignFigure[], ids: readonly string[]): ForeignFigure[] {
  return figures.map((figure) => {
    const slug = figure.id.replace(DRIVE_READ, '');
    const isOnlyRead = ids.includes(`${slug} read`) && !ids.some((id) => id.startsWith(`${slug} drive_`));
    if (slug === figure.id || !isOnlyRead) return figure;
    return { ...figure, id: `${slug} read`, name: figure.name.replace(DRIVE_READ, ' read') };
  });
}
