/** Beside every chart, and below a long table. */
export default {
  chart: {
    failed: 'The chart could not be loaded; the table beside it has all its numbers.',
    label: '{title}: chart of the table below',
    table: 'As a table',
    allRows: 'All {count} {{row|rows}}',
  },
} as const;
