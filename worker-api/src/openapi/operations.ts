import { respelledPath } from '@opfsmark/schema/api';
import type { Hono } from 'hono';
import type { AppEnv } from '../base/env.ts';
import { describedBy, TAGS, type Operation } from './operation.ts';

/** An operation at its address, and the pattern of the route that answers it. */
export interface RoutedOperation extends Operation {
  readonly route: string;
  readonly path: string;
  readonly method: 'get' | 'put' | 'post' | 'delete';
}

const EXAMPLE_ID = 'abcdefghijklmnop';

/** Whether what stands in the address has other spellings, which are sent to this one. */
const isRespelled = (path: string) =>
  respelledPath(path.replaceAll(/\{(?:run|group)_id\}/g, EXAMPLE_ID).replaceAll(/\{\w+\}/g, 'X')) !== null;

/** '/runs/:run_id{[^/]+}' -> '/runs/{run_id}' */
const addressOf = (route: string) => route.replaceAll(/:(\w+)(?:\{(?:[^{}]|\{[^{}]*\})*\})?/g, '{$1}');

/** Every operation of the service, by tag. */
export function operationsOf({ routes }: Hono<AppEnv>): RoutedOperation[] {
  const operations = routes.flatMap(({ path: route, method, handler }) =>
    describedBy(handler).map((operation): RoutedOperation => {
      const path = operation.path ?? addressOf(route);
      const answers = isRespelled(path) ? { ...operation.answers, 308: 'none' as const } : operation.answers;
      return { ...operation, route, path, method: method.toLowerCase() as RoutedOperation['method'], answers };
    }),
  );
  const tags = Object.keys(TAGS);
  return operations.toSorted((one, other) => tags.indexOf(one.tag) - tags.indexOf(other.tag));
}
