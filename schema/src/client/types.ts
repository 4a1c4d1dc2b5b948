import type { paths } from './paths.generated.ts';

/** What the types of the OpenAPI document say of an operation, in the form in which `call` needs it. */

export type Method = 'get' | 'put' | 'post' | 'delete';

/** The addresses that have a method. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: undefined extends paths[P][M] ? never : P;
}[keyof paths];

type JsonIn<Part> = Part extends { content: { 'application/json': infer Json } } ? Json : never;

/** What an operation answers where it succeeds; `undefined` where it has no content to answer. */
export type AnswerOf<M extends Method, P extends PathOf<M>> = paths[P][M] extends { responses: infer All }
  ? JsonIn<All[keyof All & (200 | 201 | 202)]> | (204 extends keyof All ? undefined : never)
  : never;

/** A document before it is written as JSON, which leaves out what is `undefined`. */
type Unwritten<T> = T extends object
  ? { readonly [K in keyof T]: object extends Pick<T, K> ? Unwritten<T[K]> | undefined : Unwritten<T[K]> }
  : T;

/** What an operation takes. */
export type BodyOf<M extends Method, P extends PathOf<M>> = paths[P][M] extends { requestBody: infer Body }
  ? Unwritten<JsonIn<Body>>
  : never;

type Place<Operation, Name extends 'path' | 'query'> = Operation extends { parameters: Record<Name, infer Required> }
  ? Readonly<Record<Name, Required>>
  : Operation extends { parameters: Partial<Record<Name, infer Optional>> }
    ? Readonly<Partial<Record<Name, Optional>>>
    : object;

/** The parameters of an operation, and its body where it takes one. */
export type PartsOf<M extends Method, P extends PathOf<M>> = Place<paths[P][M], 'path'> &
  Place<paths[P][M], 'query'> &
  ([BodyOf<M, P>] extends [never] ? object : { readonly body: BodyOf<M, P> });
