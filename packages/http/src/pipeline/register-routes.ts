import type { Application, NextFunction, Request, RequestHandler, Response } from 'express'
import { sendAnswer, sendEmpty } from '../answer/send-answer.js'
import { methodNotAllowed } from '../http-error.js'
import { exchangeOf, LIVE_EVENT_NAME } from '../request-context.js'
import type { AppContext } from './app-context.js'
import { apiKeyOf, authenticateCaller, guardKey } from './authenticate.js'
import { isReadOnlyRoute, type Route } from './define-route.js'
import { toPathPattern } from './own-paths.js'
import { readJson, receiveBytes } from './read-body.js'
import { parseQuery } from './read-input.js'
import { openUpload } from './read-upload.js'

/** Registers the routes in order, grouped by path; the first matching path handles a request. */
export function registerRoutes(app: Application, routes: readonly Route[], context: AppContext): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const routesOfPath = routes.filter((route) => route.path === path)
    const sharing = routesOfPath.some(({ sharesPath }) => sharesPath === true) ? overlappingRoutes(path, routes) : []
    // One route of Express for each path: `app.all` would compile the path again for each of its 35 methods.
    const handlers = app.route(path)
    for (const route of routesOfPath) handlers[route.method](answerWith(route, context))
    handlers.all(refuseMethod(path, { own: listMethods(routesOfPath), elsewhere: listMethods(sharing) }))
  }
}

/**
 * Returns the routes with a path parameter that also match this path: for example, `/api/alert_policy/:id` also matches
 * `/api/alert_policy/preview`.
 */
function overlappingRoutes(path: string, routes: readonly Route[]): readonly Route[] {
  return routes.filter((route) => route.path !== path && toPathPattern(route.path).test(path))
}

function answerWith(route: Route, context: AppContext): RequestHandler {
  // The budget limits the memory for large answers. It applies only to reads: the answer to a write must not be refused
  // after the data is stored. It does not apply to public routes, such as the metrics, because they must always answer.
  const budget = route.scopes !== null && isReadOnlyRoute(route) ? context.answers : undefined
  const { isVersioned, isNeverCached = false, showsSecret = false } = route
  const sending = { budget, isVersioned, isCacheable: !isNeverCached, isCompressed: !showsSecret }
  return async (request, response) => {
    const exchange = exchangeOf(response)
    exchange.route = route.path
    const caller =
      route.scopes === null ? undefined : await authenticateCaller(context, route.scopes, { request, response })
    const { params, headers } = request
    const answer = await route.answer(
      {
        caller,
        apiKey: apiKeyOf(context, { request, response }),
        baseUrl: () => context.baseUrl(request),
        params,
        headers,
        query: () => parseQuery(request.url),
        readJson: (limit) => readJson(request, limit),
        openUpload: () => openUpload(request),
        raw: {
          requestId: exchange.requestId,
          headers: request.rawHeaders,
          query: /\?(.*)$/s.exec(request.url)?.[1] ?? '',
          readBytes: (limit) => receiveBytes(request, limit),
          admit: async (webhookId) => {
            exchange.user = `webhook:${webhookId}`
            await context.webhookLimit?.take(webhookId).catch((error) => {
              context.metrics.webhooks.countRateLimited(webhookId)
              throw error
            })
          },
          guardKey: (secret, receive) =>
            guardKey(context, { request, secret }, async () => {
              const answer = await receive()
              return { answer, isValid: answer.isKeyValid }
            }),
        },
      },
      context,
    )
    await sendAnswer({ request, response }, answer, sending)
    if (typeof answer.body === 'object' && 'begin' in answer.body) {
      // Metrics and traces must not wait for the end of the stream.
      exchange.isLive = true
      context.metrics.requestEnded(request, response)
      response.emit(LIVE_EVENT_NAME)
    }
  }
}

interface MethodsOfPath {
  readonly own: readonly string[]
  /** The methods of routes with a path parameter that also match this path. These routes are registered later. */
  readonly elsewhere: readonly string[]
}

function refuseMethod(path: string, { own, elsewhere }: MethodsOfPath) {
  const allow = [...new Set([...elsewhere, ...own, 'OPTIONS'])].join(', ')
  return (request: Request, response: Response, next: NextFunction) => {
    if (elsewhere.includes(request.method)) return next()
    exchangeOf(response).route = path
    if (request.method !== 'OPTIONS') throw methodNotAllowed(request.method, allow)
    sendEmpty(response, { status: 204, headers: { Allow: allow } })
  }
}

function listMethods(routes: readonly Route[]): readonly string[] {
  return routes.flatMap(({ method }) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
}
