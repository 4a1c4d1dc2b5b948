import type { StorageVars } from './env.ts';

/** What is used, as the timer has measured it. */
export interface StorageUsed {
  readonly database_bytes: number;
  readonly document_bytes: number;
  readonly documents: number;
}

interface StorageShare {
  readonly what: keyof StorageUsed;
  readonly used: number;
  readonly limit: number;
  readonly percent: number;
}

/** Above this the log has an error for alerts, and above the other uploads are refused before anything fails. */
export const ALARM_PERCENT = 80;
export const FULL_PERCENT = 95;
/** Above this only runs with a ticket are accepted. */
export const TICKETED_PERCENT = 80;

export function sharesOf(used: StorageUsed, vars: StorageVars): StorageShare[] {
  const share = (what: keyof StorageUsed, limit: number): StorageShare => {
    const percent = Math.round((1000 * used[what]) / limit) / 10;
    return { what, used: used[what], limit, percent };
  };
  return [
    share('database_bytes', Number(vars.MAX_DATABASE_BYTES)),
    share('document_bytes', Number(vars.MAX_DOCUMENT_BYTES)),
    share('documents', Number(vars.MAX_DOCUMENTS)),
  ];
}
