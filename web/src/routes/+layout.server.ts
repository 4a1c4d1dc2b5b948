import { languageOf } from '$lib/base/i18n/language.server.ts';
import { isFromPhone } from '$lib/features/run/address.ts';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = (event) => ({
  language: languageOf(event),
  theme: event.locals.theme,
  fromPhone: isFromPhone(event.request),
});
