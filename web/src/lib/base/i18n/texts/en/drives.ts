/** How to measure another drive, in English. */
export default {
  title: 'Measure another drive',
  intro:
    'A page measures the drive that holds the browser’s profile, usually the internal one. There are three ways to measure another drive. Their results mean different things and have separate leaderboards.',
  moveTitle: '1. Start the browser from the drive',
  move: 'These results can be compared with all others: same browser, same method, other drive. Make an empty folder on the drive and start the browser a second time with that folder as its profile. Open this site in the new window and run the benchmark. When you publish, tick “Moved to this drive”.',
  browser: 'Browser',
  os: 'System',
  command: 'Command',
  table: 'How to start a browser with its profile on another drive',
  checkChrome: 'Chrome and Edge show the location as “Profile Path” under chrome://version.',
  checkFirefox: 'Firefox shows it as “Profile Folder” or “Profile Directory” under about:support.',
  exfat:
    'On Linux, Chrome and Edge lock their profile with a symbolic link. FAT and exFAT have none: use Firefox or the command line there.',
  snap: 'A browser from Snap or Flatpak can use only the drives it has permission for.',
  safari:
    'The profile of Safari, and of any browser on iOS or Android, cannot be moved. Use the command line or pick a file.',
  after: 'Afterwards close that window and delete the folder.',
  cliTitle: '2. The command line',
  cli: 'Measures any folder on any system with Node.js, even without a screen. It runs the same tests with the same engine, without a browser between it and the drive. Results are marked “Node.js” and have their own leaderboard.',
  cliAfter:
    'It creates one folder there and deletes it at the end. --publish sends the result; --help lists all options.',
  pickTitle: '3. Pick a folder',
  pick: 'In Chrome and Edge you can give a page access to a folder, through a slower API than the other tests use. Beside each number the result shows the most this browser can reach that way. In other browsers you can pick one large file, which is only read. Both have their own leaderboards.',
  pickLink: 'Pick a folder to measure',
};
