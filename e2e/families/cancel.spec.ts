/** One with a worker of its own; `run/cancel-a-run.spec.ts` stops what the workers of the core measure, `long` the others. */
import { testStop } from '../support/scenarios/stop-family.ts';

testStop(['database']);
