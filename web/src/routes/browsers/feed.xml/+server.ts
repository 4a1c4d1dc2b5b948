import { createFormat } from '$lib/base/format/format.ts';
import { LANGUAGES } from '$lib/base/i18n/languages.ts';
import { texts } from '$lib/base/i18n/texts.ts';
import { figureNames, ratioText } from '$lib/features/browsers/say.ts';
import { shownChanges } from '$lib/features/browsers/view.server.ts';
import type { FamilyWords } from '@opfsmark/schema/report/names';
import type { RequestHandler } from './$types';

const escaped = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');

/** Every change as an entry of an Atom feed (RFC 4287): its address is its id, so that a reader tells it once. */
export const GET: RequestHandler = async ({ url: { origin }, locals: { language } }) => {
  await texts.load(language, 'browsers', 'families', 'site');
  const t = texts.texts(language, 'browsers');
  const format = createFormat(LANGUAGES[language], texts.texts(language, 'site').format);
  const { names } = texts.messages(language, 'families').words['app-storage'] as FamilyWords;
  const nameOf = figureNames(texts.messages(language, 'browsers').figures, names);
  const { date, changes } = shownChanges();
  const updated = `${date}T00:00:00Z`;
  const head = (title: string, address: string) =>
    `<title>${escaped(title)}</title><id>${escaped(address)}</id><updated>${updated}</updated>`;
  const entries = changes.map((change) => {
    const { id, figure, from, to } = change;
    const address = `${origin}/browsers/${id}`;
    const title = t.change({ figure: nameOf(figure.id), from, to });
    return [
      `<entry>${head(title, address)}<link href="${escaped(address)}"/>`,
      `<summary>${escaped(ratioText(change, figure.unit, { t, format }))}</summary></entry>`,
    ].join('');
  });
  const page = `${origin}/browsers`;
  const body = [
    '<?xml version="1.0" encoding="utf-8"?>',
    `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="${language}">`,
    `${head(t.title(), page)}<author><name>OPFSMark</name></author>`,
    `<link href="${escaped(page)}"/><link rel="self" href="${escaped(`${page}/feed.xml`)}"/>`,
    ...entries,
    '</feed>',
    '',
  ].join('\n');
  return new Response(body, { headers: { 'content-type': 'application/atom+xml; charset=utf-8' } });
};
