import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Express } from 'express'
import { answerUnroutable } from './broken-request.js'
import type { OwnsUrl } from './own-paths.js'

type Next = (error?: unknown) => void

/** How Express calls an application, both for a server and for the application into which it is mounted. */
interface Handling {
  handle: (request: IncomingMessage, response: ServerResponse, next?: Next) => void
}

/**
 * Makes an application leave to its host what it has no path for, before anything else is done with such a request. Only
 * a host calls it with `next`; as a server of its own, it answers every request.
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
