import { respelledPath, type OEmbed, type RunView } from '@opfsmark/schema/api';
import { CARD_SIZE, escapeXml } from '@opfsmark/schema/answer/picture';
import { spokenOf, type Spoken } from '../figures/languages.ts';
import { titleOf } from '../pictures/embed.ts';

const EMBED = { width: 600, height: 315 } as const;

interface Permalink {
  readonly id: string;
  /** Of the page, where its address says it. */
  readonly language: Spoken;
}

/** The run that a permalink of this site names; `undefined` for any other address. */
export function readPermalink(url: string, origin: string): Permalink | undefined {
  if (!URL.canParse(url)) return undefined;
  const page = new URL(url);
  const id =
    page.origin === origin ? /^\/r\/([^/]+)$/.exec(respelledPath(page.pathname) ?? page.pathname)?.[1] : undefined;
  return id === undefined ? undefined : { id, language: spokenOf(page.searchParams.get('lang') ?? undefined) };
}

/** How other sites embed a run. https://oembed.com */
export function oEmbedOf(view: RunView, origin: string, language: Spoken): OEmbed {
  const title = titleOf(view, language);
  const picture = `${origin}/og/${view.run_id}.png?lang=${language}`;
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'OPFSMark',
    provider_url: origin,
    ...EMBED,
    html:
      `<a href="${origin}/r/${view.run_id}?lang=${language}"><img src="${picture}" width="${EMBED.width}" height="${EMBED.height}" ` +
      `alt="${escapeXml(title)}"></a>`,
    thumbnail_url: picture,
    thumbnail_width: CARD_SIZE.width,
    thumbnail_height: CARD_SIZE.height,
  };
}
