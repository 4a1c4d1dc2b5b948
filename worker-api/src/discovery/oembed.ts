import type { OEmbed, RunView } from '@opfsmark/schema/api';
import { escapeXml } from '../base/xml.ts';
import { headlineOf } from '../figures/headline.ts';
import { CARD_SIZE } from '@opfsmark/schema/answer/picture';

const EMBED = { width: 600, height: 338 } as const;
const PICTURE_HEIGHT = 315;

/** The run that a permalink of this site names; `undefined` for any other address. */
export function runIdOfPermalink(url: string, origin: string): string | undefined {
  if (!URL.canParse(url) || new URL(url).origin !== origin) return undefined;
  return /^\/r\/([^/]+)$/.exec(new URL(url).pathname)?.[1];
}

/** How other sites embed a run. https://oembed.com */
export function oEmbedOf(view: RunView, origin: string): OEmbed {
  const title = `${view.declared.device} · ${headlineOf(view)} · OPFSMark`;
  const picture = `${origin}/og/${view.run_id}.png`;
  return {
    version: '1.0',
    type: 'rich',
    title,
    provider_name: 'OPFSMark',
    provider_url: origin,
    ...EMBED,
    html:
      `<a href="${origin}/r/${view.run_id}"><img src="${picture}" width="${EMBED.width}" height="${PICTURE_HEIGHT}" ` +
      `alt="${escapeXml(title)}"></a>`,
    thumbnail_url: picture,
    thumbnail_width: CARD_SIZE.width,
    thumbnail_height: CARD_SIZE.height,
  };
}
