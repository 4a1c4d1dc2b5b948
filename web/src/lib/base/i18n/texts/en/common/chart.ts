/** Beside every chart, and below a long table. */
export default {
  chart: {
    label: '{title}: chart of the table below',
    table: 'As a table',
    allRows: 'All {count} {{row|rows}}',
  },
} as const;
