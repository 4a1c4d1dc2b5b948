import grid from './grid.ts';
import progress from './progress.ts';
import publish from './publish.ts';
import setup from './setup.ts';
import site from './site.ts';

/** The texts of the run page and of what several pages share, in English: the shape that each other language must have. */
export default { ...site, ...setup, ...progress, ...grid, ...publish };
