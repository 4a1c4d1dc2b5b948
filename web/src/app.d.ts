import type { Language } from './lib/i18n/index.ts';
import type { Theme } from './lib/ui/theme.ts';
import type { Automation } from './lib/run/automation.ts';

/** A Worker reached through a service binding. */
interface Service {
  fetch(request: Request): Promise<Response>;
}

declare global {
  namespace App {
    interface Locals {
      language: Language;
      theme: Theme | null;
    }
    interface Platform {
      env: { readonly API?: Service };
    }
    interface Error {
      message: string;
      /** Which text the error page shows; without it the status decides. */
      kind?: 'result_not_found' | 'result_gone' | 'service_down';
    }
  }
  interface Window {
    opfsmark?: Automation;
  }
}

export {};
