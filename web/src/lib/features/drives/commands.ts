/** How a browser is started with a profile on another drive. Commands and paths are the same in every language. */
interface StartCommand {
  readonly browser: 'Chrome' | 'Edge' | 'Firefox';
  readonly os: 'Windows' | 'macOS' | 'Linux';
  readonly command: string;
}

const PROFILE = {
  Windows: 'E:\\opfsmark-profile',
  macOS: '/Volumes/DRIVE/opfsmark-profile',
  Linux: '/media/you/DRIVE/opfsmark-profile',
} as const;

export const START_COMMANDS: readonly StartCommand[] = [
  {
    browser: 'Chrome',
    os: 'Windows',
    command: `"C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe" --user-data-dir="${PROFILE.Windows}"`,
  },
  {
    browser: 'Edge',
    os: 'Windows',
    command: `"C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe" --user-data-dir="${PROFILE.Windows}"`,
  },
  {
    browser: 'Firefox',
    os: 'Windows',
    command: `"C:\\Program Files\\Mozilla Firefox\\firefox.exe" -no-remote -profile "${PROFILE.Windows}"`,
  },
  { browser: 'Chrome', os: 'macOS', command: `open -na "Google Chrome" --args --user-data-dir="${PROFILE.macOS}"` },
  { browser: 'Edge', os: 'macOS', command: `open -na "Microsoft Edge" --args --user-data-dir="${PROFILE.macOS}"` },
  {
    browser: 'Firefox',
    os: 'macOS',
    command: `/Applications/Firefox.app/Contents/MacOS/firefox -no-remote -profile "${PROFILE.macOS}"`,
  },
  { browser: 'Chrome', os: 'Linux', command: `google-chrome --user-data-dir="${PROFILE.Linux}"` },
  { browser: 'Edge', os: 'Linux', command: `microsoft-edge --user-data-dir="${PROFILE.Linux}"` },
  { browser: 'Firefox', os: 'Linux', command: `firefox -no-remote -profile "${PROFILE.Linux}"` },
];

export const COMMAND_LINE = 'npm run cli -- run --dir PATH --profile quick';
