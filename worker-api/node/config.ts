import { readFileSync } from 'node:fs';
import { parse, type ParseError, printParseErrorCode } from 'jsonc-parser';

/** The part of wrangler.jsonc that a service outside of Cloudflare takes. */
export interface ServiceConfig {
  readonly vars: Readonly<Record<string, string>>;
  readonly burst: { readonly limit: number; readonly period: number };
  /** When the timers come: every minute, and every hour. */
  readonly crons: readonly string[];
}

interface WranglerConfig {
  readonly vars: Readonly<Record<string, string>>;
  readonly ratelimits: readonly { readonly simple: { readonly limit: number; readonly period: number } }[];
  readonly triggers: { readonly crons: readonly string[] };
}

export function readServiceConfig(path: string): ServiceConfig {
  const errors: ParseError[] = [];
  const config = parse(readFileSync(path, 'utf8'), errors, { allowTrailingComma: true }) as WranglerConfig;
  const [error] = errors;
  if (error !== undefined) throw new Error(`${path}: ${printParseErrorCode(error.error)}`);
  const [ratelimit] = config.ratelimits;
  if (ratelimit === undefined) throw new Error(`${path} has no rate limit`);
  return { vars: config.vars, burst: ratelimit.simple, crons: config.triggers.crons };
}
