import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Opsgraph, OpsgraphError, type Tracer } from '@opsgraph/core'
import express, { type Request, type Response } from 'express'
import { runWithPauses } from './answer/write-chunks.js'
import { readWebConsole } from './console/web-console.js'
import { AnswerBudget } from './limit/answer-budget.js'
import { RateLimit } from './limit/rate-limit.js'
import { WrongKeyLimit } from './limit/wrong-keys.js'
import { EventStreams, type EventTimes } from './live/event-streams.js'
import type { Logger } from './log/log.js'
import { Metrics } from './metric/metrics.js'
import type { MetricSources } from './metric/number-metrics.js'
import { openapiInSteps } from './openapi/openapi-document.js'
import { REFERENCE_PATHS, serveReference } from './openapi/reference.js'
import type { AppContext, OpenapiDocument } from './pipeline/app-context.js'
import { handleError } from './pipeline/error-handler.js'
import { createOwnPathTest } from './pipeline/own-paths.js'
import { receiveRequests } from './pipeline/receive-requests.js'
import { registerRoutes } from './pipeline/register-routes.js'
import { traceRequests, traceUseCases } from './pipeline/trace-requests.js'
import { deriveOrigin, type FollowHost } from './proxy/request-origin.js'
import { ALL_ROUTES } from './route/all-routes.js'
import { answerUnroutable } from './server/broken-request.js'

export interface AppOptions extends MetricSources {
  readonly opsgraph: Opsgraph
  /** The URL under which callers reach the API; a function if the URL is known only after a port is bound. */
  readonly baseUrl: string | (() => string)
  /** When URLs in answers use the origin of the request instead of `baseUrl`; default: `never`. */
  readonly followHost?: FollowHost | undefined
  readonly logger: Logger
  /** The product version for the OpenAPI document and exports; default: `0.0.0`. */
  readonly version?: string | undefined
  /** The folder of the built console (`dist` of `@opsgraph/web`), which is served at `/`; default: no console. */
  readonly webConsole?: string | undefined
  /** Maximum numbers of calls per minute, counted in this process; default: unlimited. */
  readonly rateLimits?: RateLimits | undefined
  /** Maximum total length of all large answers that are being sent at the same time, in characters; default: 512 Mi. */
  readonly answerBudget?: number | undefined
  /** Trusted proxies: their number in front of the server, or their addresses and CIDR ranges; default: none. */
  readonly trustProxy?: number | readonly string[] | undefined
  /** How often event streams check for changes, send keep-alive comments and check API keys again. */
  readonly eventTimes?: EventTimes | undefined
  /** Receives a span for each request and use-case; default: no tracing. */
  readonly tracer?: Tracer | undefined
}

interface RateLimits {
  /** Maximum number of requests per minute with one API key; default: unlimited. */
  readonly perKey?: number | undefined
  /** Maximum number of deliveries per minute to one webhook; default: unlimited. */
  readonly perWebhook?: number | undefined
  /** Maximum number of requests per minute with a wrong API key from one address; default: unlimited. */
  readonly wrongKeys?: number | undefined
}

/**
 * A request listener of a Node HTTP server that also works as Express middleware. Only a host application passes
 * `next`.
 */
type Application = (request: IncomingMessage, response: ServerResponse, next?: (error?: unknown) => void) => void

/**
 * Creates the HTTP API. Serve it with `listen`, or mount it in an Express application. A mounted API passes each
 * request for an unknown path on to the host application, without changing it. An API without a host application
 * answers every request.
 *
 * @example
 * ```ts
 * import { createOpsgraph } from '@opsgraph/core'
 * import { createApp, createLogger, listen } from '@opsgraph/http'
 * import { MemoryStore } from '@opsgraph/store-memory'
 *
 * const opsgraph = createOpsgraph({ store: new MemoryStore(), adminKey: 'at-least-16-characters' })
 * const app = createApp({ opsgraph, baseUrl: 'https://opsgraph.example.org', logger: createLogger('warn') })
 * const server = await listen(app, { host: '127.0.0.1', port: 0 }) // 0: any free port
 * const answer = await fetch(`${server.url}/api/alerts`, { headers: { Authorization: 'Key at-least-16-characters' } })
 * console.log(answer.status) // 200
 * await server.close(1_000)
 * ```
 */
export function createApp(options: AppOptions): Application {
  const { logger, webConsole, tracer, trustProxy = false } = options
  const context = createContext(options)
  const app = express()
  for (const feature of ['x-powered-by', 'etag', 'query parser']) app.set(feature, false)
  app.set('trust proxy', typeof trustProxy === 'object' ? [...trustProxy] : trustProxy)
  app.enable('case sensitive routing')
  app.enable('strict routing')
  if (tracer !== undefined) app.use(traceRequests(tracer))
  app.use(receiveRequests({ logger, context }))
  registerRoutes(app, ALL_ROUTES, context)
  app.use(serveReference)
  const console = webConsole === undefined ? undefined : readWebConsole(webConsole)
  if (console !== undefined) app.use(console.serve)
  app.use(throwUnknownPath)
  app.use(handleError(logger))
  const isOwn = createOwnPathTest(ALL_ROUTES, new Set([...REFERENCE_PATHS, ...(console?.paths ?? [])]))
  return (request, response, next) => {
    if (next !== undefined && !isOwn(request.url ?? '')) next()
    // Without a host, `next` is this callback. Express calls it only for a URL that Express cannot parse.
    else app(request as Request, response as Response, next ?? (() => answerUnroutable(response)))
  }
}

function createContext(options: AppOptions): AppContext {
  const { opsgraph, tracer, logger, followHost = 'never', version = '0.0.0', rateLimits = {} } = options
  const events = new EventStreams({ opsgraph, logger, times: options.eventTimes })
  return {
    events,
    opsgraph: tracer === undefined ? opsgraph : traceUseCases(opsgraph, tracer),
    version,
    baseUrl: (request) => deriveOrigin(request, followHost) ?? baseUrlOf(options),
    openapi: (url) => describeApi(version, url),
    metrics: new Metrics(opsgraph, { ...options, eventMetrics: () => events.metrics() }),
    answers: new AnswerBudget(options.answerBudget),
    keyLimit: createLimit(rateLimits.perKey, 'requests with this API key'),
    webhookLimit: createLimit(rateLimits.perWebhook, 'deliveries to this webhook'),
    wrongKeys: rateLimits.wrongKeys === undefined ? undefined : new WrongKeyLimit(rateLimits.wrongKeys),
  }
}

/**
 * The OpenAPI document, cached for one product version. All applications of the process share it, because they have the
 * same routes, and because building it takes a tenth of a second.
 */
let cachedDocument: { readonly version: string; readonly document: Promise<OpenapiDocument> } | undefined

async function describeApi(version: string, url: string): Promise<OpenapiDocument> {
  if (cachedDocument?.version !== version) {
    cachedDocument = { version, document: runWithPauses(openapiInSteps(ALL_ROUTES, { version, baseUrl: url })) }
  }
  return { ...(await cachedDocument.document), servers: [{ url }] }
}

function baseUrlOf({ baseUrl }: AppOptions): string {
  return (typeof baseUrl === 'string' ? baseUrl : baseUrl()).replace(/\/+$/, '')
}

function createLimit(perMinute: number | undefined, what: string): RateLimit | undefined {
  return perMinute === undefined ? undefined : new RateLimit({ perMinute, what })
}

function throwUnknownPath(): never {
  throw new OpsgraphError('notFound', 'there is nothing at this path')
}
