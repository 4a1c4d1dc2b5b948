import { testStop } from '../support/scenarios/ended-early.ts';
import { FAMILY_IDS } from '@opfsmark/schema/families';
import { KINDS, testOnAnyScreen } from '../support/scenarios/on-any-screen.ts';

testStop(['queue-sweep', 'stutter', 'small-files', 'app-storage']);

const kinds: readonly string[] = KINDS;

testOnAnyScreen(FAMILY_IDS.filter((family) => !kinds.includes(family)));
