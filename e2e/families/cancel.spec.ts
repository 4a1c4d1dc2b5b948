/** One family that the workers of the core measure, and one with a worker of its own: the others are in `long`. */
import { testStop } from '../support/scenarios/stop-family.ts';

testStop(['queue-sweep', 'database']);
