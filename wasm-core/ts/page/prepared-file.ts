export { parsePreparedFile } from '@opfsmark/schema/families/matrix/prepared';
