import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { extname, join, relative, sep } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import { methodNotAllowed } from '../http-error.js'
import { pathOf } from '../pipeline/own-paths.js'
import { exchangeOf } from '../request-context.js'

const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
}
/**
 * The compressed copies of a file have the name of the file and one of these endings. The preferred encoding comes
 * first.
 */
const COMPRESSED_FORMS = [
  { encoding: 'br', ending: '.br' },
  { encoding: 'gzip', ending: '.gz' },
] as const
/** The name of a file below this path contains a hash of its content, so browsers can cache it. */
const ASSETS_PATH = '/assets/'
const START_PAGE_PATH = '/index.html'

interface ServedFile {
  readonly type: string
  readonly tag: string
  readonly bytes: Buffer
  /** The compressed bytes by encoding. */
  readonly forms: ReadonlyMap<string, Buffer>
}

/** The built console. */
export interface WebConsole {
  /** The URL paths of the files of the console. */
  readonly paths: ReadonlySet<string>
  readonly serve: RequestHandler
}

/**
 * Reads the built console into memory, and serves it: the start page at `/` and the assets below `/assets/`. Requests
 * never access the file system: their paths are looked up among the files in memory.
 *
 * @param folder contains `index.html` and the assets, with their compressed forms
 * @throws Error if the folder cannot be read, or has no `index.html`
 */
export function readWebConsole(folder: string): WebConsole {
  const files = readFiles(folder)
  const served = new Map([...files].map(([path, file]) => [path === START_PAGE_PATH ? '/' : path, file]))
  return {
    paths: new Set(served.keys()),
    serve: (request, response, next) => {
      const { path } = request
      const file = served.get(path)
      if (file === undefined) return next()
      exchangeOf(response).route = path === '/' ? '/' : `${ASSETS_PATH}*`
      if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method, 'GET, HEAD')
      if (isWithoutSlash(request)) redirectToSlash(request, response)
      else sendFile(file, { request, response, isLasting: path.startsWith(ASSETS_PATH) })
    },
  }
}

/**
 * Whether the console is mounted at a path such as `/ops`, and the URL lacks the slash at its end. Relative URLs of
 * assets work only from `/ops/`.
 */
function isWithoutSlash({ path, originalUrl }: Request): boolean {
  return path === '/' && !pathOf(originalUrl).endsWith('/')
}

/**
 * Redirects to the path with a slash at its end. The redirect is relative for two reasons: a proxy may have removed a
 * path prefix, and a crafted path must not redirect to another server.
 */
function redirectToSlash({ originalUrl }: Request, response: Response): void {
  const last = pathOf(originalUrl).split('/').at(-1)
  const query = originalUrl.indexOf('?')
  exchangeOf(response).answeredAt = performance.now()
  response.setHeader('Location', `./${last}/${query === -1 ? '' : originalUrl.slice(query)}`)
  response.setHeader('Content-Length', 0)
  response.statusCode = 308
  response.end()
}

function sendFile(file: ServedFile, exchange: { request: Request; response: Response; isLasting: boolean }): void {
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
    const type = MEDIA_TYPES[extname(path)]
    if (type !== undefined)
      files.set(`/${relative(folder, path).split(sep).join('/')}`, readFile(path, { type, paths }))
  }
  if (!files.has(START_PAGE_PATH)) throw new Error(`${folder} holds no ${START_PAGE_PATH.slice(1)}`)
  return files
}

function readFile(path: string, { type, paths }: { type: string; paths: ReadonlySet<string> }): ServedFile {
  const bytes = readFileSync(path)
  const forms = COMPRESSED_FORMS.filter(({ ending }) => paths.has(path + ending))
  return {
    type,
    bytes,
    tag: `W/"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`,
    forms: new Map(forms.map(({ encoding, ending }) => [encoding, readFileSync(path + ending)])),
  }
}
