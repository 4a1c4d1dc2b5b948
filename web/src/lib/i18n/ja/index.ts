import grid from './grid.ts';
import progress from './progress.ts';
import publish from './publish.ts';
import setup from './setup.ts';
import site from './site.ts';

export default { ...site, ...setup, ...progress, ...grid, ...publish };
