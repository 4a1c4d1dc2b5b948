/** Vite: the text of a file. For the test that compares both sides of the ABI. */
declare module '*.h?raw' {
  const text: string;
  export default text;
}
