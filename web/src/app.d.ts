import type { Language } from '$lib/base/i18n/languages.ts';
import type { Theme } from '$lib/features/site/theme.ts';
import type { Automation } from '$lib/features/run/session/state.ts';

/** A Worker reached through a service binding. */
interface Service {
  fetch(request: Request): Promise<Response>;
}

/** Where answers are kept, and the name of what the database holds now: after any write it is another one. */
interface KeptAnswers {
  state(): string;
  match(url: string): Promise<Response | undefined>;
  put(url: string, response: Response): Promise<void>;
}

declare global {
  namespace App {
    interface Locals {
      language: Language;
      theme: Theme | null;
      /** The page says that there is nothing at its address: it is sent with status 404. */
      isMissing?: boolean;
    }
    interface Platform {
      env: { readonly API?: Service };
      /** On a server of one's own. */
      kept?: KeptAnswers;
      /** In a deployment: Cloudflare's cache. */
      caches?: { readonly default?: Omit<KeptAnswers, 'state'> };
      /** Lets work go on after the answer. */
      ctx?: { waitUntil(work: Promise<unknown>): void };
    }
    interface Error {
      message: string;
      /** Which text the error page shows; without it the status decides. */
      kind?: 'result_not_found' | 'result_gone' | 'result_withdrawn' | 'group_not_found' | 'service_down';
      /** Title and text, where the page that failed has its own. */
      said?: { readonly title: string; readonly text: string };
    }
  }
  interface Window {
    opfsmark?: Automation;
  }
}

export {};
