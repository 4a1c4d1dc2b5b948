const isOfTranslator = (node: Node) => node.nodeName === 'FONT';

/**
 * Keeps the page true while a translator is at work. Translators put an element of their own in the place of each text
 * node, and the page goes on writing to the node that is gone: a figure would stay what it was when it was translated. So
 * the page's node is put back, empty, before what stands for it, and what stands for it goes as soon as the page writes to
 * its node, moves it or takes it away.
 */
export function keepTexts(root: Node): void {
  const standIns = new WeakMap<Node, { readonly element: ChildNode; readonly content: string }>();
  const textOf = new WeakMap<Node, Text>();

  function forget(text: Text) {
    standIns.get(text)?.element.remove();
    standIns.delete(text);
  }

  /** The node that a translator put in the place of a text that this record takes away. */
  function findForeign({ addedNodes, previousSibling, nextSibling }: MutationRecord): ChildNode | undefined {
    const beside = [previousSibling, nextSibling].flatMap((node) => (node && isOfTranslator(node) ? [node] : []));
    return [...addedNodes, ...beside].find(
      (node): node is ChildNode => node.isConnected && 'after' in node && !textOf.has(node),
    );
  }

  function keep(text: Text, element: ChildNode, isWritten: boolean) {
    forget(text);
    element.before(text);
    if (isWritten) {
      element.remove();
      return;
    }
    standIns.set(text, { element, content: text.data });
    textOf.set(element, text);
    text.data = '';
  }

  function onTextRemoved(text: Text, record: MutationRecord, writtenNodes: ReadonlySet<Node>) {
    const standIn = standIns.get(text);
    if (standIn?.element.isConnected) {
      if (text.isConnected) text.after(standIn.element);
      else forget(text);
    }
    const foreign = text.isConnected ? undefined : findForeign(record);
    if (foreign) keep(text, foreign, writtenNodes.has(text));
  }

  /** The translator gives the text back, another node that says the same, or the text in another language. */
  function onStandInRemoved(element: Node, text: Text, { addedNodes }: MutationRecord) {
    const standIn = standIns.get(text);
    if (element.isConnected || standIn?.element !== element) return;
    standIns.delete(text);
    if (!text.isConnected) return;
    text.data ||= standIn.content;
    for (const node of addedNodes) {
      if (node instanceof Element) keep(text, node, false);
      else if (node !== text && node instanceof Text) node.remove();
    }
  }

  const observer = new MutationObserver((records) => {
    const writtenNodes = new Set(records.filter(({ type }) => type === 'characterData').map(({ target }) => target));
    for (const node of writtenNodes) if (node instanceof Text) forget(node);
    for (const record of records) {
      // A node that stands for a text is the translator's own.
      if (isOfTranslator(record.target)) continue;
      for (const node of record.removedNodes) {
        const stoodFor = textOf.get(node);
        if (stoodFor) onStandInRemoved(node, stoodFor, record);
        else if (node instanceof Text) onTextRemoved(node, record, writtenNodes);
      }
    }
    // Its own changes are no news.
    observer.takeRecords();
  });
  observer.observe(root, { subtree: true, childList: true, characterData: true });
}
