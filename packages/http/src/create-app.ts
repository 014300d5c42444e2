import { type Opsgraph, OpsgraphError, type Tracer } from '@opsgraph/core'
import express, { type Express } from 'express'
import { AnswerBudget } from './answer-budget.js'
import type { AppContext, OpenapiDocument } from './app-context.js'
import { handleError } from './error-handler.js'
import { type Logger, logRequest } from './log.js'
import { measured } from './measured.js'
import { type MetricSources, Metrics } from './metrics.js'
import { mountable } from './mountable.js'
import { openapiInSteps } from './openapi/openapi-document.js'
import { REFERENCE_PATHS, serveReference } from './openapi/reference.js'
import { ownPaths } from './own-paths.js'
import { RateLimit } from './rate-limit.js'
import { type Reception, receiveRequests } from './receive-requests.js'
import { registerRoutes } from './register-routes.js'
import { type FollowHost, originOf } from './request-origin.js'
import { ALL_ROUTES } from './route/all-routes.js'
import { securityHeaders } from './security-headers.js'
import { traced, traceRequests } from './trace-requests.js'
import { readWebConsole } from './web-console.js'
import { runWithPauses } from './write-chunks.js'
import { WrongKeys } from './wrong-keys.js'

export interface AppOptions extends MetricSources {
  readonly opsgraph: Opsgraph
  /** The URL under which callers reach the API; a function if the URL is known only after a port is bound. */
  readonly baseUrl: string | (() => string)
  /**
   * Under which condition the URLs in answers start with the origin of the request instead of `baseUrl`; default:
   * `never`.
   */
  readonly followHost?: FollowHost | undefined
  readonly logger: Logger
  /** The product version for the OpenAPI document and exports; default: `0.0.0`. */
  readonly version?: string | undefined
  /** The folder of the built console (`dist` of `@opsgraph/web`), which is served at `/`; default: no console. */
  readonly webConsole?: string | undefined
  /** Maximum numbers of calls per minute, counted in this process; default: unlimited. */
  readonly rateLimits?: RateLimits | undefined
  /** Maximum total length of the large answers that are being sent, in characters; default: 512 Mi. */
  readonly answerBudget?: number | undefined
  /** Trusted proxies: a hop count, or addresses and CIDR ranges; default: none. */
  readonly trustProxy?: number | readonly string[] | undefined
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
 * Creates the HTTP API as an Express application. Serve it with `listen`, or mount it in another Express application. A
 * mounted API passes requests for unknown paths on to that application.
 */
export function createApp(options: AppOptions): Express {
  const { logger, webConsole, tracer, trustProxy = false } = options
  const metrics = new Metrics(options.opsgraph, options)
  const context = contextOf(options, metrics)
  const app = express()
  for (const feature of ['x-powered-by', 'etag', 'query parser']) app.set(feature, false)
  app.set('trust proxy', typeof trustProxy === 'object' ? [...trustProxy] : trustProxy)
  app.enable('case sensitive routing')
  app.enable('strict routing')
  if (tracer !== undefined) app.use(traceRequests(tracer))
  app.use(receiveRequests(receptionOf(logger, metrics, context)))
  registerRoutes(app, ALL_ROUTES, context)
  app.use(serveReference)
  const console = webConsole === undefined ? undefined : readWebConsole(webConsole)
  if (console !== undefined) app.use(console.serve)
  app.use(refuseUnknownPath)
  app.use(handleError(logger))
  return mountable(app, ownPaths(ALL_ROUTES, new Set([...REFERENCE_PATHS, ...(console?.paths ?? [])])))
}

function contextOf(options: AppOptions, metrics: Metrics): AppContext {
  const { opsgraph, tracer, version = '0.0.0', rateLimits: { perKey, perWebhook, wrongKeys } = {} } = options
  const { followHost = 'never' } = options
  const webhookLimit = limitOf(perWebhook, 'deliveries to this webhook')
  return {
    opsgraph: measured(tracer === undefined ? opsgraph : traced(opsgraph, tracer), metrics),
    version,
    baseUrl: (request) => originOf(request, followHost) ?? baseUrlOf(options),
    openapi: (url) => describeApi(version, url),
    metrics: async () => {
      // Not awaited: metrics must be readable while the database does not answer.
      void metrics.webhooks.forgetDeleted((id) => opsgraph.requireWebhook(id))
      return await metrics.text()
    },
    answers: new AnswerBudget(options.answerBudget),
    keyLimit: limitOf(perKey, 'requests with this API key'),
    wrongKeys: wrongKeys === undefined ? undefined : new WrongKeys(wrongKeys),
    admitDelivery: async (webhookId) => {
      await webhookLimit?.take(webhookId).catch((error) => {
        metrics.webhooks.countRateLimited(webhookId)
        throw error
      })
    },
  }
}

/**
 * The OpenAPI document of the last version that was asked for. All applications of the process share it, because they
 * have the same routes, and because building it takes a tenth of a second.
 */
let described: { readonly version: string; readonly document: Promise<OpenapiDocument> } | undefined

async function describeApi(version: string, url: string): Promise<OpenapiDocument> {
  if (described?.version !== version) {
    described = { version, document: runWithPauses(openapiInSteps(ALL_ROUTES, { version, baseUrl: url })) }
  }
  return { ...(await described.document), servers: [{ url }] }
}

function baseUrlOf({ baseUrl }: AppOptions): string {
  return (typeof baseUrl === 'string' ? baseUrl : baseUrl()).replace(/\/+$/, '')
}

function limitOf(perMinute: number | undefined, what: string): RateLimit | undefined {
  return perMinute === undefined ? undefined : new RateLimit({ perMinute, what })
}

function receptionOf(logger: Logger, metrics: Metrics, { baseUrl }: AppContext): Reception {
  const isLogging = logger.isLevelEnabled('info')
  const [ofTls, ofPlain] = [securityHeaders(true), securityHeaders(false)]
  return {
    commonHeaders: (request) => (baseUrl(request).startsWith('https://') ? ofTls : ofPlain),
    begun: () => metrics.requestBegun(),
    ended: (request, response) => {
      metrics.requestEnded(request, response)
      if (isLogging) logRequest(logger, request, response)
    },
    wantsClient: isLogging,
  }
}

function refuseUnknownPath(): never {
  throw new OpsgraphError('notFound', 'there is nothing at this path')
}
