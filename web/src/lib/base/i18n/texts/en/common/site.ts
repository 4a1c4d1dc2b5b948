/** What every page says. */
export default {
  site: {
    name: 'OPFSMark',
    tagline: 'How fast is the drive behind this browser?',
    description:
      'A storage benchmark in a browser tab: open, click Run, read throughput, IOPS and latency of the drive your browser is on, then share and compare.',
    skip: 'Skip to the content',
    language: 'Language',
    themeToDark: 'Use the dark theme',
    themeToLight: 'Use the light theme',
  },

  nav: {
    label: 'Main',
    run: 'Run',
    leaderboard: 'Leaderboard',
    compare: 'Compare',
    history: 'History',
    method: 'Method',
    more: 'About this site',
    api: 'API',
    privacy: 'Privacy',
    groups: 'Groups',
    newVersion: 'A new version is ready.',
    partMissing: 'This part could not be loaded: the connection is gone, or the site was updated. A result stays.',
    reload: 'Reload',
    later: 'Later',
  },

  error: {
    notFound: 'Page not found',
    notFoundResult: 'No result at this address',
    notFoundText: 'The address may be mistyped, or the result was never published.',
    notFoundGroup: 'No group at this address',
    notFoundGroupText: 'The address may be mistyped, or the group was deleted.',
    gone: 'This result was deleted',
    goneText: 'The person who published it, or a moderator, took it off this site.',
    unavailable: 'The results service cannot be reached',
    unavailableText: 'Measuring works without it. Try again in a minute.',
    unexpected: 'Something went wrong',
    unexpectedText: 'This is our fault. Reload the page; if it happens again, please report it.',
    home: 'Go to the benchmark',
    status: 'Status {status}',
  },
} as const;
