declare module 'unicode-confusables' {
  /** A text of which each character is the prototype of those that look like it. */
  export function rectifyConfusion(text: string): string;
}
