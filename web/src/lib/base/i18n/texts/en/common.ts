import chart from './common/chart.ts';
import format from './common/format.ts';
import grid from './common/grid.ts';
import progress from './common/progress.ts';
import publish from './common/publish.ts';
import setup from './common/setup.ts';
import site from './common/site.ts';

/** The texts of the run page and of what several pages share, in English: the shape that each other language must have. */
export default { ...chart, ...format, ...site, ...setup, ...progress, ...grid, ...publish };
