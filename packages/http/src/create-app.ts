import { type Opsgraph, OpsgraphError } from '@opsgraph/core'
import express, { type Express, type NextFunction, type Request, type Response } from 'express'
import type { AppContext, OpenapiDocument } from './app-context.js'
import { handleError } from './error-handler.js'
import { type Logger, logRequests } from './log.js'
import { Metrics } from './metrics.js'
import { openapiDocument } from './openapi-document.js'
import { registerRoutes } from './register-routes.js'
import { identifyRequest } from './request-id.js'
import { requireWellFormed } from './require-well-formed.js'
import { ALL_ROUTES } from './route/all-routes.js'
import { serveWebConsole } from './web-console.js'

export interface AppOptions {
  readonly opsgraph: Opsgraph
  /** Where callers reach the API; a function when it is known only once a port is bound. */
  readonly baseUrl: string | (() => string)
  readonly logger: Logger
  /** Of the product, for the OpenAPI document. */
  readonly version?: string | undefined
  /** The folder of the built console (`dist` of `@opsgraph/web`), to be served at `/`. */
  readonly webConsole?: string | undefined
}

/** The HTTP API as an Express application; to be served by `listen`, or mounted in another application. */
export function createApp({ opsgraph, baseUrl, logger, webConsole, version = '0.0.0' }: AppOptions): Express {
  const metrics = new Metrics()
  let document: OpenapiDocument | undefined
  const context: AppContext = {
    opsgraph,
    version,
    metrics: () => metrics.text(),
    baseUrl: () => (typeof baseUrl === 'string' ? baseUrl : baseUrl()).replace(/\/+$/, ''),
    openapi: () => {
      document ??= openapiDocument(ALL_ROUTES, { version, baseUrl: context.baseUrl() })
      return document
    },
  }
  const app = express()
  for (const feature of ['x-powered-by', 'etag', 'trust proxy', 'query parser']) app.set(feature, false)
  app.enable('case sensitive routing')
  app.enable('strict routing')
  app.use(identifyRequest, logRequests(logger), metrics.measure, protect, requireWellFormed)
  registerRoutes(app, ALL_ROUTES, context)
  if (webConsole !== undefined) app.use(serveWebConsole(webConsole))
  app.use(refuseUnknownPath)
  app.use(handleError(logger))
  return app
}

/** Answers are for one caller and one moment, and never anything but what they say they are. */
function protect(_request: Request, response: Response, next: NextFunction): void {
  response.setHeader('Cache-Control', 'no-store')
  response.setHeader('X-Content-Type-Options', 'nosniff')
  next()
}

function refuseUnknownPath(): never {
  throw new OpsgraphError('notFound', 'there is nothing at this path')
}
