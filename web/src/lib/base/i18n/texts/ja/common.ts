import type { Translation } from '../shape.ts';
import type en from '../en/common.ts';
import chart from './common/chart.ts';
import format from './common/format.ts';
import grid from './common/grid.ts';
import progress from './common/progress.ts';
import publish from './common/publish.ts';
import setup from './common/setup.ts';
import site from './common/site.ts';

export default { ...chart, ...format, ...site, ...setup, ...progress, ...grid, ...publish } satisfies Translation<
  typeof en
>;
