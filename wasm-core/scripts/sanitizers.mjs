/**
 * The environment of a program with sanitizers. Homebrew's GoogleTest is compiled without them: of a vector that both sides change,
 * Apple's library reports an overflow that is none (google/sanitizers, wiki, AddressSanitizerContainerOverflow). That of Linux does not
 * look for it.
 * @param {NodeJS.ProcessEnv} env
 */
export function sanitizerEnv(env, platform = process.platform) {
  if (platform !== 'darwin') return env;
  const options = [env.ASAN_OPTIONS, 'detect_container_overflow=0'].filter(Boolean);
  return { ...env, ASAN_OPTIONS: options.join(':') };
}
