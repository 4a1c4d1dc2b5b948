import { testStop } from '../support/scenarios/stop-family.ts';

testStop(['queue-sweep', 'stutter', 'small-files', 'app-storage']);
