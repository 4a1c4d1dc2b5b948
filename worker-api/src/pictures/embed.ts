import type { RunView } from '@opfsmark/schema/api';
import { CARD_SIZE, escapeXml } from '@opfsmark/schema/answer/picture';
import { headlineOf } from '../figures/headline.ts';
import type { Spoken } from '../figures/languages.ts';

/** "ThinkPad X1 · Drive: 95 µs per small read (good) · OPFSMark" */
export function titleOf(view: Pick<RunView, 'record' | 'declared'>, language: Spoken): string {
  return `${view.declared.device} · ${headlineOf(view, language)} · OPFSMark`;
}

/** The card of a result for a frame on another page; it opens the result. */
export function embedHtml(view: RunView, language: Spoken): string {
  const title = escapeXml(titleOf(view, language));
  const { width, height } = CARD_SIZE;
  return [
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title>`,
    '<style>body{margin:0}img{display:block;width:100%;height:auto}</style></head>',
    `<body><a href="/r/${view.run_id}?lang=${language}" target="_blank" rel="noopener">`,
    `<img src="/og/${view.run_id}.png?lang=${language}" width="${width}" height="${height}" alt="${title}"></a></body></html>`,
  ].join('');
}
