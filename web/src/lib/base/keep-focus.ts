/** Marks what takes the focus when what had it is gone, before anything else of what is left. */
const NEXT = '[data-next-focus]';
const FOCUSABLE =
  'a[href], button:not(:disabled), input:not(:disabled), select:not(:disabled), textarea:not(:disabled), summary, [tabindex]';

/** Focused without a jump of the page: a run that ends may be watched at another place of it. */
function takesFocus(element: Element): boolean {
  if (!(element instanceof HTMLElement)) return false;
  element.focus({ preventScroll: true });
  return document.activeElement === element;
}

/** The next one after the gap that a removed node has left, or the last one before it. */
function focusNear(parent: Node, before: Node | null): boolean {
  for (let place: Node | null = parent, gap = before; place instanceof Element; gap = place, place = place.parentNode) {
    if ([...place.querySelectorAll(NEXT)].some(takesFocus)) return true;
    // A page that is all another one: its own start.
    if (place.matches('main, dialog')) return takesFocus(place);
    const around = [...place.querySelectorAll(FOCUSABLE)];
    const follows = (element: Element) =>
      !gap?.isConnected ||
      (gap.compareDocumentPosition(element) & Node.DOCUMENT_POSITION_FOLLOWING && !gap.contains(element));
    if (around.filter(follows).some(takesFocus)) return true;
    if (
      around
        .filter((element) => !follows(element))
        .toReversed()
        .some(takesFocus)
    )
      return true;
  }
  return false;
}

/**
 * Keeps the focus on the page: browsers put it on the body when what has it goes away, as buttons do that are pressed, and
 * who uses the keyboard would start again at the top. What is `aria-disabled` keeps the focus, and does nothing.
 */
export function keepFocus(root: HTMLElement): { readonly forget: () => void } {
  const other = (node: unknown) => (node instanceof Node && node !== root ? node : null);
  let last = other(document.activeElement);
  const forget = () => (last = null);
  const remember = ({ target }: FocusEvent) => (last = other(target));
  const block = (event: MouseEvent) => {
    if (!(event.target instanceof Element && event.target.closest('[aria-disabled="true"]'))) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };

  const observer = new MutationObserver((records) => {
    if (!last || last.isConnected) return;
    let lostNode: Node = last;
    let before: Node | null = null;
    for (const { removedNodes, target, previousSibling } of records) {
      if (![...removedNodes].some((node) => node.contains(lostNode))) continue;
      [lostNode, before] = [target, previousSibling];
    }
    last = null;
    if (lostNode.isConnected && !other(document.activeElement)) focusNear(lostNode, before);
  });
  observer.observe(root, { subtree: true, childList: true });
  root.addEventListener('focusin', remember);
  // Who presses elsewhere has left it; what has the focus already is pressed without getting it again.
  const leave = ({ target }: PointerEvent) => {
    if (!last?.contains(target as Node)) last = null;
  };
  root.addEventListener('pointerdown', leave, true);
  root.addEventListener('click', block, true);
  return { forget };
}
