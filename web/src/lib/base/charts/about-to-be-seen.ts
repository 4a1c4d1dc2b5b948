/** What is drawn before it is scrolled to. */
const AHEAD = '300px';

/** Resolves when the element is near the window: charts cost a page most of its script time, and many are never reached. */
export function aboutToBeSeen(element: Element): Promise<void> {
  return new Promise((resolve) => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return;
        observer.disconnect();
        resolve();
      },
      { rootMargin: AHEAD },
    );
    observer.observe(element);
  });
}
