import type { Translation } from '../../messages.ts';
import type en from '../en/common.ts';
import format from './common/format.ts';
import grid from './common/grid.ts';
import progress from './common/progress.ts';
import publish from './common/publish.ts';
import setup from './common/setup.ts';
import site from './common/site.ts';

export default { ...format, ...site, ...setup, ...progress, ...grid, ...publish } satisfies Translation<typeof en>;
