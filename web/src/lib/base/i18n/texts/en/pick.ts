/** How two results or devices are chosen to be compared. */
export default {
  first: 'Compare …',
  picked: 'Picked. Choose another',
  second: 'Compare with {name}',
  of: '{action}: {name}',
  next: 'Now choose the other one:',
  fromHistory: 'from your runs',
  fromBoards: 'from the leaderboard',
} as const;
