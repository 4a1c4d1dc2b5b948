declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
declare module '*.otf' {
  const bytes: ArrayBuffer;
  export default bytes;
}
declare module 'unicode-confusables' {
  /** A text of which each character is the prototype of those that look like it. */
  export function rectifyConfusion(text: string): string;
}
