import { FAMILY_IDS } from '@opfsmark/schema/families';
import { KINDS, testOnAnyScreen } from '../support/scenarios/on-any-screen.ts';

const kinds: readonly string[] = KINDS;

testOnAnyScreen(FAMILY_IDS.filter((family) => !kinds.includes(family)));
