import { createSubscriber } from 'svelte/reactivity';

const subscribe = createSubscriber((update) => {
  const system = matchMedia('(prefers-color-scheme: dark)');
  const observer = new MutationObserver(update);
  observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
  system.addEventListener('change', update);
  return () => {
    observer.disconnect();
    system.removeEventListener('change', update);
  };
});

/** Read inside an effect that paints with the page's colours: it runs again when the theme changes. */
export function followColours(): void {
  subscribe();
}
