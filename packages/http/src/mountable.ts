import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'
import type { OwnsUrl } from './pipeline/own-paths.js'
import { answerUnroutable } from './server/broken-request.js'

type Next = (error?: unknown) => void

/** The function by which a server or a host application calls an Express application. */
interface Handling {
  handle: (request: IncomingMessage, response: ServerResponse, next?: Next) => void
}

/**
 * Makes a mounted application pass requests for unknown paths on to its host application, before any middleware of the
 * mounted application runs. Only a host application passes `next`. Without a host application, the application answers
 * every request.
 */
export function mountable(app: Express, isOwn: OwnsUrl): Express {
  const handling = app as unknown as Handling
  const handle = handling.handle.bind(app)
  handling.handle = (request, response, next) => {
    if (next === undefined) handle(request, response, () => answerUnroutable(response))
    else if (isOwn(request.url ?? '')) handle(request, response, next)
    else next()
  }
  return app
}
