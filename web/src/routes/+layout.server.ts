import { isFromPhone } from '$lib/features/run/address.ts';
import type { LayoutServerLoad } from './$types';

export const load: LayoutServerLoad = ({ locals, request, url }) => {
  // Read here so that following `?lang=` loads the texts again.
  void url.searchParams.get('lang');
  return { language: locals.language, theme: locals.theme, fromPhone: isFromPhone(request) };
};
