import { expect } from 'vitest'
import { z } from 'zod'
import { openapiDocument } from '../src/openapi-document.js'
import { ALL_ROUTES } from '../src/route/all-routes.js'
import { errorAnswer } from '../src/wire/error.js'

export interface Received {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  /** The JSON body; empty for another. */
  readonly body: Readonly<Record<string, unknown>>
}

const document = openapiDocument(ALL_ROUTES, { version: '', baseUrl: '' })

/** Fails unless an answer is one that its route declares, headers included. */
export function checkAnswer(method: string, path: string, received: Received): void {
  checkHeaders(received)
  if (received.status >= 400) checkError(method, path, received)
  else if (received.status !== 204) checkSuccess(method, path, received)
}

/** The route that a request reaches: the first whose path fits. */
function routeOf(method: string, path: string) {
  const pathname = path.split('?')[0] ?? ''
  const wanted = method === 'HEAD' ? 'get' : method.toLowerCase()
  const first = ALL_ROUTES.find(
    (route) => patternOf(route.path).test(pathname) && (route.sharesPath !== true || route.method === wanted),
  )
  return ALL_ROUTES.find((route) => route.path === first?.path && route.method === wanted)
}

export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '[.]').replaceAll(/:\w+/g, '[^/]+')}$`)
}

function checkHeaders({ headers }: Received): void {
  expect(headers.get('x-request-id')).toMatch(/^[A-Za-z0-9._-]{1,128}$/)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('content-security-policy')).toMatch(/^default-src 'none';/)
  expect(headers.get('x-powered-by')).toBeNull()
}

function checkError(method: string, path: string, { status, headers, text, body }: Received): void {
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8')
  if (method === 'HEAD') return
  const route = routeOf(method, path)
  const result = (route?.responses[status]?.body ?? errorAnswer).safeParse(body)
  expect(result.error && z.prettifyError(result.error), text).toBeUndefined()
  expect(body).toMatchObject({ code: status, requestId: headers.get('x-request-id') })
  if (route === undefined) return
  const operations = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')] as Record<string, { responses: object }>
  expect(Object.keys(operations[route.method]?.responses ?? {}), `${method} ${path}`).toContain(String(status))
}

function checkSuccess(method: string, path: string, { status, headers, text }: Received): void {
  const route = routeOf(method, path)
  const response = route?.responses[status]
  expect(response, `${method} ${path} answers ${status}, which its route does not declare`).toBeDefined()
  const contentType = response?.contentType ?? 'application/json; charset=utf-8'
  const received = headers.get('content-type')
  if (received !== response?.orText) expect(received).toBe(contentType)
  for (const name of Object.keys(response?.headers ?? {})) expect(headers.get(name), name).not.toBeNull()
  if (method === 'HEAD') return
  const result = response?.body.safeParse(received?.startsWith('application/json') ? JSON.parse(text) : text)
  expect(result?.error && z.prettifyError(result.error), text).toBeUndefined()
}
