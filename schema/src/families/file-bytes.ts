/** The fields that are read here of a record of any family. */
interface WithFile {
  readonly plan: object;
  readonly result: object;
}

const bytesIn = (part: object): number | null =>
  'file_bytes' in part && typeof part.file_bytes === 'number' ? part.file_bytes : null;

/**
 * How large the file of a run was: by time as much as the drive took, of which the plan says only the most. `null` where the family
 * has no file of one size.
 */
export const fileBytesOf = ({ plan, result }: WithFile): number | null => bytesIn(result) ?? bytesIn(plan);
