/** Texts of the page about other drives in English. */
export default {
  title: 'Another drive',
  intro:
    'A page measures the drive that the profile of its browser lies on: usually the internal one. There are three ways to another. Their results are not the same thing, and none stands on a board with another.',
  moveTitle: '1. Start the browser from the drive',
  move: 'Gives results that can be compared with all others: same browser, same method, other drive. Make an empty folder on the drive, close nothing, and start the browser once more with that folder as its profile. Open this site in the new window, run, and tick "Moved to this drive" when you publish.',
  browser: 'Browser',
  os: 'System',
  command: 'Command',
  table: 'How to start a browser with its profile on another drive',
  checkChrome: 'Chrome and Edge show under chrome://version, as "Profile Path", where the profile lies.',
  checkFirefox: 'Firefox shows it under about:support, as "Profile Folder" or "Profile Directory".',
  exfat:
    'Chrome and Edge on Linux lock their profile by a symbolic link, which FAT and exFAT do not have: use Firefox or the command line there.',
  snap: 'A browser from Snap or Flatpak reaches other drives only where it was allowed to.',
  safari: 'Safari, and every browser on iOS and Android, cannot be moved: use the command line, or pick a file.',
  after: 'Close that window afterwards and delete the folder: the profile is not needed any more.',
  cliTitle: '2. The command line',
  cli: 'Measures any folder on any system with Node.js, also without a screen: the same tests, the same core, no browser between it and the drive. Its results are marked "Node.js" and stand on boards of their own.',
  cliAfter: 'It works in one folder that it makes there and removes; --publish sends the result, --help says the rest.',
  pickTitle: '3. Pick a folder',
  pick: 'In Chrome and Edge a page can be let into any folder, by slower ways than the other tests use. The result shows beside each number what this browser reaches at most that way. In other browsers you can pick one large file, which is only read. Published, both stand on boards of their own.',
  pickLink: 'Measure a folder that I pick',
};
