/** Why a text cannot be shown, as what follows its name in a sentence. The page has them in each language. */
export const TEXT_PROBLEMS = {
  empty: 'is empty',
  invisible: 'has invisible or control characters',
  marks: 'has too many marks on one letter',
  address: 'has a web or mail address, which names must not have',
  script: 'has letters of a script that names are not written in',
  mixed: 'mixes letters of different scripts, which could pass for another name',
  lookalike: 'looks like a known name in other letters; write it as it is usually written',
  signs: 'has emoji or signs that names are not written with',
  claim: 'claims what only this service may say',
  long: 'is longer than {max} characters',
  wordless: 'has no letter and no digit',
  plus: 'is too long once every "+" is written as "plus"',
} as const;
export type TextProblem = keyof typeof TEXT_PROBLEMS;
