/** Every page in every form that needs no published run; of families those that ask for more than their parameters. */
export const ADDRESSES: readonly string[] = [
  '/',
  '/?family=sustained',
  '/?family=app-storage',
  '/?family=picked-file',
  '/?size=huge',
  '/leaderboard',
  '/leaderboard?by=filesystem',
  '/leaderboard?metric=score&q=nobody',
  '/leaderboard?layout=app-storage&client=linux~firefox',
  '/compare',
  '/compare?case=filesystems-usb-ssd',
  '/compare?runs=0000000000000000',
  '/g',
  '/g/7777777777777777',
  '/history',
  '/device/nobody-has-this',
  '/filesystem/apfs',
  '/filesystem/nothing',
  '/method',
  '/method/drives',
  '/storage',
  '/capacity',
  '/checked',
  '/checkup',
  '/checkup/all',
  '/checkup/7777777777777777',
  '/browsers',
  '/privacy',
  '/api',
  '/offline',
  '/nowhere',
  '/r/7777777777777777',
];

export function inLanguage(address: string, language: string): string {
  return `${address}${address.includes('?') ? '&' : '?'}lang=${language}`;
}
