/** Closed lists, so that nobody can invent boards. What is not listed is `other`. */
export const BROWSER_FAMILIES = [
  'brave',
  'chrome',
  'edge',
  'firefox',
  'node',
  'opera',
  'safari',
  'samsung',
  'vivaldi',
  'other',
] as const;
export const OS_FAMILIES = ['android', 'chromeos', 'ios', 'ipados', 'linux', 'macos', 'windows', 'other'] as const;
