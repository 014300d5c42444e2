/// <reference path="./swagger-ui-dist.d.ts" />
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Request, RequestHandler, Response } from 'express'
import swaggerUiFolder from 'swagger-ui-dist/absolute-path.js'
import { hashTag, matchesETag } from '../answer/answer-tag.js'
import { chooseEncoding, compressWhole } from '../answer/compress.js'
import { SlicedText } from '../answer/json-chunks.js'
import { sendEmpty, sendText } from '../answer/send-answer.js'
import { methodNotAllowed } from '../http-error.js'
import { exchangeOf } from '../request-context.js'

/**
 * The interactive reference at `/docs`: Swagger UI, which shows the OpenAPI document and sends requests. It loads
 * nothing from other servers. The content security policy forbids inline scripts, so the script that starts Swagger UI
 * is a file. All URLs are relative, so the page works behind a path prefix.
 */
const REFERENCE_PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <title>opsgraph API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="docs/swagger-ui.css">
    <script src="docs/swagger-ui-bundle.js" defer></script>
    <script src="docs/start.js" defer></script>
  </head>
  <body><main id="reference"></main></body>
</html>
`

/**
 * The script that starts Swagger UI. It sends requests to the server and path prefix from which the page was loaded,
 * because the content security policy allows no others. The page forgets the API key when it is closed.
 */
const START_SCRIPT = `fetch('openapi.json')
  .then((answer) => answer.json())
  .then((spec) => {
    spec.servers = [{ url: new URL('.', location.href).href.replace(/\\/$/, ''), description: 'This server' }]
    SwaggerUIBundle({
      spec,
      dom_id: '#reference',
      deepLinking: true,
      docExpansion: 'none',
      filter: true,
      tryItOutEnabled: true,
      displayRequestDuration: true,
      defaultModelsExpandDepth: 0,
      validatorUrl: null,
    })
  })
  .catch((error) => {
    document.getElementById('reference').textContent = 'The reference cannot be shown: ' + error.message
  })
`

interface ServedFile {
  readonly type: string
  readonly read: () => Promise<string>
}

const REFERENCE_FILES: ReadonlyMap<string, ServedFile> = new Map([
  ['/docs', { type: 'text/html; charset=utf-8', read: async () => REFERENCE_PAGE }],
  ['/docs/start.js', { type: 'text/javascript; charset=utf-8', read: async () => START_SCRIPT }],
  ['/docs/swagger-ui.css', { type: 'text/css; charset=utf-8', read: () => swaggerUiFile('swagger-ui.css') }],
  [
    '/docs/swagger-ui-bundle.js',
    { type: 'text/javascript; charset=utf-8', read: () => swaggerUiFile('swagger-ui-bundle.js') },
  ],
])

/** The URL paths of the files of the reference. */
export const REFERENCE_PATHS: ReadonlySet<string> = new Set(REFERENCE_FILES.keys())

/** Serves the reference. Like the document that it shows, it needs no API key. */
export const serveReference: RequestHandler = async (request, response, next) => {
  const file = REFERENCE_FILES.get(request.path)
  if (file === undefined) return next()
  exchangeOf(response).route = request.path === '/docs' ? '/docs' : '/docs/*'
  if (request.method !== 'GET' && request.method !== 'HEAD') throw methodNotAllowed(request.method, 'GET, HEAD')
  await sendReferenceFile(file, request, response)
}

function swaggerUiFile(name: string): Promise<string> {
  return readFile(join(swaggerUiFolder(), name), 'utf8')
}

/** A file that is ready to be sent. Each file is read, hashed and compressed only once, because it never changes. */
interface PreparedFile {
  readonly text: string
  readonly ETag: string
  readonly compressed: Map<string, Promise<Buffer>>
}

const PREPARED_FILES = new Map<ServedFile, Promise<PreparedFile>>()

function prepareFile(file: ServedFile): Promise<PreparedFile> {
  const known = PREPARED_FILES.get(file)
  if (known !== undefined) return known
  const made = file.read().then(async (text) => {
    return { text, ETag: await hashTag(new SlicedText(text)), compressed: new Map<string, Promise<Buffer>>() }
  })
  PREPARED_FILES.set(file, made)
  made.catch(() => PREPARED_FILES.delete(file))
  return made
}

async function sendReferenceFile(file: ServedFile, request: Request, response: Response): Promise<void> {
  const { text, ETag, compressed } = await prepareFile(file)
  const headers = { ETag, Vary: 'Accept-Encoding', 'Cache-Control': 'private, no-cache' }
  const knownETag = request.headers['if-none-match']
  if (knownETag !== undefined && matchesETag(knownETag, ETag)) return sendEmpty(response, { status: 304, headers })
  const encoding = chooseEncoding(request)
  let body: string | Buffer = text
  if (encoding !== undefined) {
    const known = compressed.get(encoding) ?? compressWhole(Buffer.from(text), encoding)
    compressed.set(encoding, known)
    body = await known
  }
  const encoded = encoding === undefined ? headers : { ...headers, 'Content-Encoding': encoding }
  sendText(request, response, { status: 200, contentType: file.type, headers: encoded, body })
}
