import type { ServerLoadEvent } from '@sveltejs/kit';

/** The language of a visit. What a load says in it is said anew where `?lang=` is followed. */
export function languageOf({ locals, url }: Pick<ServerLoadEvent, 'locals' | 'url'>): App.Locals['language'] {
  void url.searchParams.get('lang');
  return locals.language;
}
