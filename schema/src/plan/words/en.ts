/** Why a parameter is refused: each completes "calls=777 ...". */
const english = {
  unknown: 'is not a parameter',
  repeated: 'is given more than once: the first one counts',
  invalid: 'is not valid',
  one_of: 'must be one of {names}',
  some_of: 'must be one or more of {names}, separated by commas, each once',
  yes_no: 'must be 1 (yes) or 0 (no)',
  whole: 'must be a whole number from {from} to {to}',
  multiple: 'must be a multiple of {step} from {from} to {to}',
  range: 'must be from {from} to {to}',
  steps: 'must be from {from} to {to} in steps of {step}',
  power_of_two: 'must be a power of two from {from} to {to}',
  mib: 'must be a whole number of MiB from {from} to {to}, such as 256MiB',
  mib_or_all: 'must be a whole number of MiB up to {to}, or 0B for as much as the file holds',
  rows: 'must be {from} to {to} names such as SEQ1M-Q8T1 or RND4K-Q32T1, separated by commas, each once: blocks {blocks} in steps of {step}, Q {queues}, T {threads}',
  pace: 'does not go together with {names}, which say how long passes are',
  too_small: 'is too small to be divided among the rows and loops, each of which needs a part of its own',
  read_once: 'does not go together with cache={cache}, which reads each block once',
  read_both: 'does not go together with cache={cache}, which reads the drive and memory',
  block_multiple: 'bytes must be a multiple of the block',
  slice_multiple: 'bytes must be a multiple of the slice',
  round_multiple: 'the file must be a multiple of the round',
  round_blocks: 'a round must have a block of 1 MiB for each queue',
  budget_for_file: 'the budget is used up by filling the file',
  rounds: 'more than {rounds} rounds: make them larger',
  from_above_to: 'the smallest block is above the largest',
  result_id: 'must be the id of a result',
  group_id: 'must be the id of a group',
} as const;
export default english;

export type RefusalWords = Readonly<Record<keyof typeof english, string>>;
