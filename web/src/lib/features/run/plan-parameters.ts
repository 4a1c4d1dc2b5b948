export { planFromParameters } from '@opfsmark/schema/families';
