import type { Application, Request, RequestHandler, Response } from 'express'
import type { AppContext } from './app-context.js'
import { admit } from './authenticate.js'
import type { Method, Route } from './define-route.js'
import { exchangeOf } from './exchange.js'
import { methodNotAllowed } from './http-error.js'
import { parseJson } from './parse-json.js'
import { readBody, receiveBytes } from './read-body.js'
import { parseQuery } from './read-query.js'
import { openUpload } from './read-upload.js'
import { sendAnswer, sendNoContent } from './send-answer.js'

/** Registers the routes in their order, path by path; the first path that fits a request decides. */
export function registerRoutes(app: Application, routes: readonly Route[], context: AppContext): void {
  for (const path of new Set(routes.map((route) => route.path))) {
    const ofPath = routes.filter((route) => route.path === path)
    for (const route of ofPath) app[route.method](path, answerWith(route, context))
    if (ofPath.every(({ sharesPath }) => sharesPath !== true)) {
      app.all(path, refuseMethod(path, allowed(ofPath.map((route) => route.method))))
    }
  }
}

function answerWith(route: Route, context: AppContext): RequestHandler {
  return async (request, response) => {
    const exchange = exchangeOf(response)
    exchange.route = route.path
    const caller = route.scope === null ? undefined : await admit(context, route.scope, { request, response })
    const { params, headers } = request
    const answer = await route.answer(
      {
        caller,
        params,
        headers,
        query: () => parseQuery(request.url),
        readJson: async (limit) => parseJson(await readBody(request, limit)),
        openUpload: () => openUpload(request),
        raw: {
          requestId: exchange.requestId,
          headers: request.rawHeaders,
          readBytes: (limit) => receiveBytes(request, limit),
          admit: async (webhookId) => {
            exchange.user = `webhook:${webhookId}`
            await context.admitDelivery(webhookId)
          },
        },
      },
      context,
    )
    sendAnswer(request, response, answer)
  }
}

function refuseMethod(path: string, allow: string) {
  return (request: Request, response: Response) => {
    exchangeOf(response).route = path
    if (request.method !== 'OPTIONS') throw methodNotAllowed(request.method, allow)
    sendNoContent(response, { Allow: allow })
  }
}

function allowed(methods: readonly Method[]): string {
  const names = methods.flatMap((method) => (method === 'get' ? ['GET', 'HEAD'] : [method.toUpperCase()]))
  return [...names, 'OPTIONS'].join(', ')
}
