declare module '*.wasm' {
  const module: WebAssembly.Module;
  export default module;
}
declare module '*.otf' {
  const bytes: ArrayBuffer;
  export default bytes;
}
