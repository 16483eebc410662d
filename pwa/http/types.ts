import type { z } from 'zod'
import type { Endpoints } from '#contract/endpoints.ts'

/**
 * The input and the answer of each call, as in the table of endpoints. They are types alone, because a page that
 * checked its own server's answers would carry the schemas, and the server is held to them by its own tests.
 */
export type EndpointName = keyof Endpoints

type Taken<N extends EndpointName, Part extends string> =
  Endpoints[N] extends Record<Part, infer S extends z.ZodType> ? z.input<S> : never

/** A value of a query: numbers and yes or no are spelled as they go, a choice of words stays one. */
type Spelled<T> = T extends undefined
  ? undefined
  : string extends T
    ? string | number | boolean
    : T extends 'true' | 'false'
      ? T | boolean
      : T
type InQuery<T> = { [K in keyof T]: Spelled<T[K]> }

type ParamsOf<N extends EndpointName> = [Taken<N, 'params'>] extends [never]
  ? { params?: never }
  : { params: Record<keyof Taken<N, 'params'>, string | number> }

type QueryOf<N extends EndpointName> = [Taken<N, 'query'>] extends [never]
  ? { query?: never }
  : Record<never, never> extends Taken<N, 'query'>
    ? { query?: InQuery<Taken<N, 'query'>> }
    : { query: InQuery<Taken<N, 'query'>> }

/** A form with a file in place of a body, where the call takes an upload. */
type BodyOf<N extends EndpointName> = Endpoints[N] extends { upload: true | 'on disk' }
  ? { form: FormData; body?: never }
  : [Taken<N, 'body'>] extends [never]
    ? { body?: never; form?: never }
    : { body: Taken<N, 'body'>; form?: never }

/** The parameters in a call's address, in its path and its query. A union of calls takes what any of them takes. */
export type AddressOf<N extends EndpointName> = N extends EndpointName ? ParamsOf<N> & QueryOf<N> : never

/** All that a call takes. */
export type InputOf<N extends EndpointName> = N extends EndpointName ? AddressOf<N> & BodyOf<N> : never

/** The content of `data` in a call's answer. */
export type AnswerOf<N extends EndpointName> = z.output<Endpoints[N]['output']>

/** The input of a call as an argument, which is left out where nothing of it must be told. */
export type Given<Input> = Record<never, never> extends Input ? [input?: Input] : [input: Input]

/** Those that answer with a file. */
export type FileCall = {
  [N in EndpointName]: Endpoints[N] extends { file: string } ? N : never
}[EndpointName]
