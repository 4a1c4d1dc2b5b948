import { testStop } from '../support/scenarios/stop-family.ts';

testStop(['stutter', 'small-files', 'app-storage']);
