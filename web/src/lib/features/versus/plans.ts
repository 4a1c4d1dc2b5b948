export { familyOf, planFromParameters } from '@opfsmark/schema/families';
