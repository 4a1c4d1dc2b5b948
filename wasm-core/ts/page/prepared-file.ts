export { parsePreparedFile } from '@opfsmark/schema/families';
