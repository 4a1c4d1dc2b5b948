import { LANGUAGES, type Language } from '@opfsmark/schema/answer/words/languages';

export { LANGUAGES, type Language };
/** Its texts are the shape that each other language must have. */
export const DEFAULT_LANGUAGE: Language = 'en';

export const LANGUAGE_IDS = Object.keys(LANGUAGES) as readonly Language[];

export function isLanguage(text: string | null | undefined): text is Language {
  return text != null && Object.hasOwn(LANGUAGES, text);
}

/** The best language for an Accept-Language header. */
export function negotiate(header: string | null): Language {
  const preferences = (header ?? '')
    .split(',')
    .map((part) => {
      const [tag = '', quality = ''] = part.trim().split(/;\s*q=/);
      return { primary: tag.split('-')[0]?.toLowerCase(), quality: quality === '' ? 1 : Number(quality) };
    })
    .filter(({ quality }) => quality > 0)
    .toSorted((a, b) => b.quality - a.quality);
  return preferences.map(({ primary }) => primary).find(isLanguage) ?? DEFAULT_LANGUAGE;
}
