import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import { methodNotAllowed } from './http-error.js'
import { pathOf } from './own-paths.js'
import { exchangeOf } from './request-context.js'

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
/** Forms of a file that lie beside it, the smallest first: what a browser accepts, and how the form's name ends. */
const FORMS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const
/** Files whose names change with what is in them. */
const ASSETS = '/assets/'
const START = '/index.html'

interface ServedFile {
  readonly type: string
  readonly tag: string
  /** As it is, and in shorter forms by encoding. */
  readonly bytes: Buffer
  readonly forms: ReadonlyMap<string, Buffer>
}

/** The built console, as it is served. */
export interface WebConsole {
  /** What it answers. */
  readonly paths: ReadonlySet<string>
  readonly serve: RequestHandler
}

/**
 * Serves the built console from memory: its start page at `/`, its assets below `/assets/`, nothing else. A path names
 * no file, it is looked up among those that were there at the start, so that no path leads out of the folder.
 *
 * @param folder holds `index.html` and the assets, each with its compressed forms beside it
 * @throws when the folder cannot be read
 */
export function readWebConsole(folder: string): WebConsole {
  const files = readFiles(folder)
  const served = new Map([...files].map(([path, file]) => [path === START ? '/' : path, file]))
  return {
    paths: new Set(served.keys()),
    serve: (request, response, next) => {
      const { path } = request
      const file = served.get(path)
      if (file === undefined) return next()
      exchangeOf(response).route = path === '/' ? '/' : `${ASSETS}*`
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method, 'GET, HEAD')
      if (isWithoutSlash(request)) redirectToSlash(request, response)
      else send(file, { request, response, isLasting: path.startsWith(ASSETS) })
    },
  }
}

/** The start page of a console that is mounted at `/ops`, asked for as `/ops`: its assets would be looked for beside it. */
function isWithoutSlash({ path, originalUrl }: Request): boolean {
  return path === '/' && !pathOf(originalUrl).endsWith('/')
}

/** By the last part of the path alone: a proxy may have taken the first ones away, and no caller names another server. */
function redirectToSlash({ originalUrl }: Request, response: Response): void {
  const last = pathOf(originalUrl).split('/').at(-1)
  const query = originalUrl.indexOf('?')
  exchangeOf(response).answeredAt = performance.now()
  response.setHeader('Location', `./${last}/${query === -1 ? '' : originalUrl.slice(query)}`)
  response.setHeader('Content-Length', 0)
  response.statusCode = 308
  response.end()
}

function send(file: ServedFile, exchange: { request: Request; response: Response; isLasting: boolean }): void {
  const { request, response, isLasting } = exchange
  exchangeOf(response).answeredAt = performance.now()
  response.setHeader('Cache-Control', isLasting ? 'public, max-age=31536000, immutable' : 'no-cache')
  response.setHeader('ETag', file.tag)
  response.setHeader('Vary', 'Accept-Encoding')
  if (request.fresh) {
    response.statusCode = 304
    response.end()
    return
  }
  const encoding = request.acceptsEncodings([...file.forms.keys(), 'identity'])
  const form = typeof encoding === 'string' ? file.forms.get(encoding) : undefined
  if (form !== undefined && typeof encoding === 'string') response.setHeader('Content-Encoding', encoding)
  const body = form ?? file.bytes
  response.setHeader('Content-Type', file.type)
  response.setHeader('Content-Length', body.length)
  response.end(body)
}

function readFiles(folder: string): ReadonlyMap<string, ServedFile> {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
  const paths = new Set(entries.flatMap((entry) => (entry.isFile() ? [join(entry.parentPath, entry.name)] : [])))
  const files = new Map<string, ServedFile>()
  for (const path of paths) {
    const type = TYPES[extname(path)]
    if (type !== undefined)
      files.set(`/${relative(folder, path).split(sep).join('/')}`, readFile(path, { type, paths }))
  }
  if (!files.has(START)) throw new Error(`${folder} holds no ${START.slice(1)}`)
  return files
}

function readFile(path: string, { type, paths }: { type: string; paths: ReadonlySet<string> }): ServedFile {
  const bytes = readFileSync(path)
  const forms = FORMS.filter(({ ending }) => paths.has(path + ending))
  return {
    type,
    bytes,
    tag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    forms: new Map(forms.map(({ encoding, ending }) => [encoding, readFileSync(path + ending)])),
  }
}
