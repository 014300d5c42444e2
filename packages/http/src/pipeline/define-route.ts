import type { IncomingHttpHeaders } from 'node:http'
import { type Caller, type ErrorKind, OpsgraphError, type Scope, USE_CASE_SCOPES } from '@opsgraph/core'
import { z } from 'zod'
import { matchesETag } from '../answer/answer-tag.js'
import { JSON_TYPE, type LiveBody, type RawAnswer } from '../answer/send-answer.js'
import { idParam } from '../wire/fields.js'
import { IF_NONE_MATCH_HEADER, withVersion } from '../wire/version.js'
import type { AppContext } from './app-context.js'
import { arrangeQuery, readBySchema, readObject, type SentQuery } from './read-input.js'
import type { Upload } from './read-upload.js'
import type { BodyDefinition, RawRequest } from './route-body.js'
import { BODY_LIMIT } from './route-body.js'

export type RouteMethod = 'get' | 'post' | 'put' | 'delete'
type Shape = z.core.$ZodLooseShape
type EmptyShape = Record<never, never>
type Parsed<S extends Shape> = z.output<z.ZodObject<S>>
/** The parameters of a path if the route declares none itself: `id`, if the path has it. */
type ParamsIn<Path extends string> = Path extends `${string}/:id${string}` ? typeof idParam : EmptyShape
/** The scopes that a caller needs, all of them; `null` = the route is public and needs no key. */
type NeededScopes = Scope | readonly Scope[] | null

/** Describes those answers of a route that have the same status. */
export interface ResponseDefinition<Body extends z.ZodType = z.ZodType> {
  readonly description: string
  /** `z.undefined()` = the answer has no body. */
  readonly body: Body
  /** The media type; default: JSON. Any other type needs a text as its body. */
  readonly contentType?: string
  /** An alternative media type, whose body is a text. */
  readonly orText?: string
  /**
   * An alternative media type, whose body is a text that is produced while it is sent. Such an answer has no `ETag`.
   */
  readonly orStream?: string
  /** Additional headers and their descriptions. */
  readonly headers?: Readonly<Record<string, string>>
}

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: DeepReadonly<T[Key]> }
    : T

type BodyOf<Response> = Response extends ResponseDefinition ? z.output<Response['body']> : never

/** One of the declared answers; its body fits the schema of its status. */
type Answer<Responses extends Record<number, ResponseDefinition>> = {
  [Status in keyof Responses]: {
    readonly status: Status
    readonly body: DeepReadonly<BodyOf<Responses[Status]>>
    readonly headers?: Readonly<Record<string, string>>
    /** The media type of the answer; default: the media type of the response definition. */
    readonly contentType?: string
    /** The exact text to send, if the formatting of the JSON matters. */
    readonly text?: string
  }
}[keyof Responses]

/** The answer 304, for a caller that already has the current answer. */
interface UnchangedAnswer {
  readonly status: 304
  readonly headers: { readonly ETag: string }
  readonly body: undefined
}

/** An answer of the media type `orStream`. */
interface StreamedAnswer {
  readonly status: 200
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
  /** The pieces of the text. If reading them fails, the connection ends before the end of the answer. */
  readonly stream: AsyncIterable<string>
}

/** An endless stream: it ends only when the caller disconnects or the server stops. */
interface LiveAnswer extends LiveBody {
  readonly status: 200
  readonly contentType: string
  readonly headers: Readonly<Record<string, string>>
}

/** The API key of a request. */
export interface PresentedKey {
  /** Identifies the key, and does not reveal it. */
  readonly digest: string
  /**
   * Authenticates the key again. A long stream calls this, because the key may be revoked or get other scopes
   * meanwhile.
   *
   * @throws OpsgraphError `unauthenticated`
   */
  readonly check: () => Promise<Caller>
}

interface RouteInput<S, Params, Headers> {
  /** The authenticated caller; `undefined` on public routes. */
  readonly caller: S extends null ? undefined : Caller
  readonly apiKey: PresentedKey
  /**
   * The URL under which this caller reaches the API, without a trailing slash. Use this URL only in answers, and do not
   * store it.
   */
  readonly baseUrl: () => string
  readonly params: Params
  readonly headers: Headers
}

interface HandlerInput<S, Params, Headers, Query, Body> extends RouteInput<S, Params, Headers> {
  /**
   * Whether `If-None-Match` contains this `ETag`, so that the caller already has the answer; `undefined` if the request
   * does not have this header.
   */
  readonly callerHas: ((etag: string) => boolean) | undefined
  readonly query: Query
  readonly body: Body
  /** Opens the uploaded file, if the body is declared as a file. */
  readonly openUpload: () => Promise<Upload>
  /** The unparsed request, if the body is declared as raw. */
  readonly raw: RawRequest
}

interface RouteBasics {
  /** The operation id in the OpenAPI document; in most cases, the name of the use-case. */
  readonly id: string
  readonly method: RouteMethod
  /** An Express path, with `:id` for a parameter. */
  readonly path: string
  /** A few words that say what the operation does. */
  readonly summary: string
  /** When to use the operation, and what is special about it, as Markdown. */
  readonly description: string
  /** If true, not even the cache of the caller may store the answers that have an `ETag`. */
  readonly isNeverCached?: true
  /** If true, the answer shows a secret, and is not compressed: its length must not reveal the secret. */
  readonly showsSecret?: true
  /**
   * If true, a route with a path parameter matches this path too: for example, `/items/:id` matches `/items/test`. If
   * no route with the exact path supports the method of a request, the request is passed on to `/items/:id`.
   */
  readonly sharesPath?: true
}

interface RouteDefinition<
  Path extends string,
  S extends NeededScopes,
  Responses extends Record<number, ResponseDefinition>,
  Params extends Shape,
  Query extends Shape,
  Headers extends Shape,
  Sent extends z.ZodType,
> extends RouteBasics {
  readonly path: Path
  /**
   * The scope that the caller needs; default: the scopes of the use-case whose name is the `id`, or else of the one
   * with `ById` at the end of it.
   */
  readonly scope?: S
  /** The parameters of the path; default: `id`, if the path has it. */
  readonly params?: Params
  readonly query?: Query
  /** The request headers that the handler reads, in lower case. */
  readonly headers?: Headers
  readonly body?: BodyDefinition<Sent>
  readonly responses: Responses
  /**
   * If true, the answer 200 has an `ETag`. The handler may set it; by default, it is a hash of the whole answer. If the
   * caller already has this answer, the answer is 304. The handler itself may answer 304 to save work.
   */
  readonly isVersioned?: true
  /**
   * The error kinds of this route besides those that every route has, for the OpenAPI document. A route whose path has
   * an `id` also has `notFound`.
   */
  readonly refuses?: readonly ErrorKind[]
  /**
   * Throws `notFound` if the object to change does not exist. This error takes precedence over an invalid body
   * (rules.md#error-answers-6).
   */
  readonly requireExisting?: (
    asked: RouteInput<S, Parsed<Params>, Parsed<Headers>>,
    context: AppContext,
  ) => Promise<unknown>
  readonly handle: (
    input: HandlerInput<S, Parsed<Params>, Parsed<Headers>, Parsed<Query>, z.output<Sent>>,
    context: AppContext,
  ) => Promise<Answer<Responses> | UnchangedAnswer | StreamedAnswer | LiveAnswer>
}

/** An authenticated request that is not yet validated. */
interface SentRequest {
  readonly caller: Caller | undefined
  readonly apiKey: PresentedKey
  readonly baseUrl: () => string
  readonly params: Readonly<Record<string, string | string[]>>
  /**
   * Returns the query of the URL.
   *
   * @throws OpsgraphError `invalid` for malformed percent-encoding
   */
  readonly query: () => SentQuery
  readonly headers: IncomingHttpHeaders
  /** Reads a body of at most `limit` bytes as JSON; `undefined` = an empty body. */
  readonly readJson: (limit: number) => Promise<unknown>
  readonly openUpload: () => Promise<Upload>
  readonly raw: RawRequest
}

/** A route as data, for the router, the OpenAPI document and the tests. */
export interface Route extends RouteBasics {
  /** All scopes that the API key needs; `null` = the route is public, and no key is needed. */
  readonly scopes: readonly Scope[] | null
  readonly params: z.ZodObject
  readonly query: z.ZodObject
  readonly headers: z.ZodObject
  readonly body: BodyDefinition | undefined
  readonly responses: Readonly<Record<number, ResponseDefinition>>
  readonly isVersioned: boolean
  readonly refuses: readonly ErrorKind[]
  readonly answer: (sent: SentRequest, context: AppContext) => Promise<RawAnswer>
}

/**
 * Declares a route. The schemas of the route validate its requests, and determine the types of the handler's input and
 * answers.
 */
export function defineRoute<
  const Path extends string,
  const Responses extends Record<number, ResponseDefinition>,
  const S extends NeededScopes = Scope,
  Params extends Shape = ParamsIn<Path>,
  Query extends Shape = EmptyShape,
  Headers extends Shape = EmptyShape,
  Sent extends z.ZodType = z.ZodUnknown,
>(definition: RouteDefinition<Path, S, Responses, Params, Query, Headers, Sent>): Route {
  const { scope = scopesOfUseCase(definition.id), refuses = [], ...others } = definition
  const { requireExisting, handle, body, responses, isVersioned = false, ...described } = others
  const hasId = /\/:id(\/|$)/.test(definition.path)
  const shapes = {
    params: z.object(definition.params ?? ((hasId ? idParam : {}) as Params)),
    query: z.object(definition.query ?? ({} as Query)),
    headers: z.object({ ...(isVersioned && IF_NONE_MATCH_HEADER), ...definition.headers } as Headers),
  }
  const readBody = async (sent: SentRequest) => {
    if (body === undefined || body.file !== undefined || body.raw === true) return undefined
    const json = await sent.readJson(body.limit ?? BODY_LIMIT.json)
    if (json === undefined && body.optional !== true) {
      throw new OpsgraphError('invalid', 'the body is missing: send JSON')
    }
    return readBySchema(body.read ?? z.unknown(), json === undefined ? {} : json)
  }
  return {
    ...described,
    ...shapes,
    scopes: scope === null ? null : ([scope].flat() as Scope[]),
    responses: isVersioned ? withVersion(responses) : responses,
    isVersioned,
    body,
    refuses: hasId ? ['notFound', ...refuses] : refuses,
    answer: async (sent, context) => {
      const handlerInput = {
        caller: sent.caller,
        apiKey: sent.apiKey,
        baseUrl: sent.baseUrl,
        params: readObject(shapes.params, sent.params),
        headers: readObject(shapes.headers, sent.headers),
      } as RouteInput<S, Parsed<Params>, Parsed<Headers>>
      const sentQuery = body?.raw === true ? {} : arrangeQuery(sent.query(), shapes.query.shape)
      const query = readObject(shapes.query, sentQuery)
      const read = await readBody(sent).catch(async (error: unknown) => {
        await requireExisting?.(handlerInput, context)
        throw error
      })
      const { openUpload, raw } = sent
      const knownETag = sent.headers['if-none-match']
      const callerHas = knownETag === undefined ? undefined : (etag: string) => matchesETag(knownETag, etag)
      const input = { query, body: read as z.output<Sent>, openUpload, raw, callerHas, ...handlerInput }
      return await refuseTooLong(async () => {
        const answer = await handle(input, context)
        const contentType = responses[answer.status as keyof Responses & number]?.contentType
        if ('begin' in answer) return { ...answer, body: { begin: answer.begin } }
        if ('stream' in answer) return { ...answer, body: { pieces: answer.stream } }
        return toRawAnswer(contentType === undefined ? answer : { contentType, ...answer })
      })
    },
  }
}

/** @throws Error if the route must name its scope itself, because no use-case that needs a scope has this name */
function scopesOfUseCase(name: string): Scope | readonly Scope[] {
  const scopes = new Map<string, NeededScopes>(Object.entries(USE_CASE_SCOPES))
  const found = scopes.get(name) ?? scopes.get(`${name}ById`)
  if (!found) throw new Error(`the route ${name} needs a scope: no use-case has this name`)
  return found
}

interface HandlerAnswer {
  readonly status: PropertyKey
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
  readonly contentType?: string
  readonly text?: string
}

function toRawAnswer({ status, body, headers, contentType = JSON_TYPE, text }: HandlerAnswer): RawAnswer {
  return {
    status: Number(status),
    headers,
    contentType,
    body: text ?? (contentType === JSON_TYPE ? { json: body as object } : String(body)),
  }
}

/**
 * Computes an answer. Refuses the request if the text of the answer would be too long for JavaScript.
 *
 * @throws OpsgraphError `invalid` if the answer is longer than the maximum length of a string, about 500 million
 *   characters
 */
async function refuseTooLong<T>(answer: () => Promise<T>): Promise<T> {
  try {
    return await answer()
  } catch (error) {
    if (!(error instanceof RangeError) || error.message !== 'Invalid string length') throw error
    const message = 'the answer would be too long: ask for less with page-size, filters or ids'
    throw new OpsgraphError('invalid', message, [], { cause: error })
  }
}

/**
 * Whether a route changes no data, except that it may add an audit entry, as an export does. If the answer to such a
 * route is lost, the caller may safely repeat the request.
 */
export function isReadOnlyRoute({ method, scopes }: Pick<Route, 'method' | 'scopes'>): boolean {
  return method === 'get' || scopes?.every((scope) => scope.startsWith('read:')) === true
}
