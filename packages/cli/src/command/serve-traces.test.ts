import { createServer, type IncomingHttpHeaders } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openEmbeddedStore } from '@opsgraph/store-postgres'
import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { prepareDataDirectory } from '../../../../test/once-a-run/prepared-directory.js'
import { fakeTerminal } from '../../test/fake-terminal.js'
import { temporaryDirectory } from '../../test/temporary-files.js'
import { createProgram } from '../program.js'

const KEY = 'the-key-of-this-test'
const SECRET = 'the-secret-of-the-webhook'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'

afterEach(() => void vi.unstubAllEnvs())

describe('opsgraph serve with traces', () => {
  it('should send spans of request, use-case, transaction and statements, each within the one before', async () => {
    const collector = await startCollector()
    await serveWhile(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      alertOnce,
    )
    const spans = collector.spans().filter(({ traceId }) => traceId === TRACE)
    const request = only(spans, 'POST /api/alert')
    expect(request).toMatchObject({ parentSpanId: CALLER, kind: 2 })
    expect(attributesOf(request)).toMatchObject({
      'http.request.method': 'POST',
      'http.route': '/api/alert',
      'http.response.status_code': 201,
      'opsgraph.request_id': 'the-request',
      'user.name': 'admin',
    })
    const useCase = only(spans, 'receiveAlert')
    expect(useCase.parentSpanId).toBe(request.spanId)
    const transaction = only(spans, 'transaction write')
    expect(transaction.parentSpanId).toBe(useCase.spanId)
    const statements = spans.filter(({ kind, parentSpanId }) => kind === 3 && parentSpanId === transaction.spanId)
    expect(statements.length).toBeGreaterThanOrEqual(1)
    for (const statement of statements) expect(attributesOf(statement)['db.query.text']).toMatch(/\w/)
  }, 60_000)

  it('should tell failures by their kind, and never what was sent', async () => {
    const collector = await startCollector()
    await serveWhile(
      { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      async (url) => {
        await call(url, 'POST', '/api/webhook_config', {
          id: 'hook',
          authMode: 'header',
          authHeaderScheme: 'hub',
          authSecret: SECRET,
        })
        await call(url, 'GET', '/api/alert/the-id')
        await call(url, 'GET', '/api/alerts?resource=query-text')
        await call(url, 'POST', '/api/alert', { resource: 'body-text' })
      },
    )
    const failed = collector.spans().find(({ name }) => name === 'readAlertById')
    expect(failed).toMatchObject({ status: { code: 2 } })
    expect(attributesOf(failed)).toEqual({ 'error.type': 'notFound' })
    const sent = collector.received.map(({ body }) => body.toString()).join()
    for (const secret of [KEY, SECRET, 'the-id', 'query-text', 'body-text']) expect(sent).not.toContain(secret)
  }, 60_000)

  it('should speak protobuf unless told otherwise, with the headers and the name of the standard variables', async () => {
    const collector = await startCollector()
    const headers = { OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=mine', OTEL_SERVICE_NAME: 'my-opsgraph' }
    await serveWhile({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, ...headers }, alertOnce)
    const [first] = collector.received
    expect(first?.path).toBe('/v1/traces')
    expect(first?.headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'x-tenant': 'mine' })
    expect(first?.body.includes('my-opsgraph')).toBe(true)
    expect(first?.body.includes('POST /api/alert')).toBe(true)
  }, 60_000)

  it('should work, and stop, when there is no collector', async () => {
    await serveWhile({ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1' }, alertOnce)
  }, 60_000)
})

// Helpers

async function dataDirectory(): Promise<string> {
  const directory = join(temporaryDirectory(), 'data')
  await prepareDataDirectory(directory)
  return directory
}

interface SentSpan {
  readonly traceId: string
  readonly spanId: string
  readonly parentSpanId?: string
  readonly name: string
  readonly kind: number
  readonly attributes: readonly { readonly key: string; readonly value: Readonly<Record<string, unknown>> }[]
}

interface Collected {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: Buffer
}

/** A collector of OpenTelemetry that keeps what it is sent. */
async function startCollector() {
  const received: Collected[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
    response.setHeader('Content-Type', request.headers['content-type'] ?? '')
    response.end(request.headers['content-type'] === 'application/json' ? '{}' : '')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    received,
    spans: (): readonly SentSpan[] => received.flatMap(({ body }) => spansOf(JSON.parse(body.toString()))),
  }
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[]
}

function spansOf({ resourceSpans }: Export): readonly SentSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}

function only(spans: readonly SentSpan[], name: string): SentSpan {
  const found = spans.filter((span) => span.name === name)
  expect(
    found.map((span) => span.name),
    spans.map((span) => span.name).join(),
  ).toEqual([name])
  return found[0] as SentSpan
}

function attributesOf(span: SentSpan | undefined): Readonly<Record<string, unknown>> {
  return Object.fromEntries((span?.attributes ?? []).map(({ key, value }) => [key, Object.values(value)[0]]))
}

async function alertOnce(url: string): Promise<void> {
  const alert = { environment: 'Production', resource: 'disk-sdb', event: 'DiskFailing', severity: 'critical' }
  const headers = { traceparent: `00-${TRACE}-${CALLER}-01`, 'X-Request-ID': 'the-request' }
  expect((await call(url, 'POST', '/api/alert', alert, headers)).status).toBe(201)
}

function call(url: string, method: string, path: string, json?: unknown, headers = {}): Promise<Response> {
  const body = json === undefined ? {} : { body: JSON.stringify(json) }
  return fetch(url + path, { method, headers: { Authorization: `Key ${KEY}`, ...headers }, ...body })
}

/** Runs `opsgraph serve` with these variables, which the exporter reads from the process itself. */
async function serveWhile(env: Readonly<Record<string, string>>, work: (url: string) => Promise<unknown>) {
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const lines: string[] = []
  const stopping = new AbortController()
  const program = createProgram({
    version: '1.2.3',
    env: { LOG_LEVEL: 'silent', ADMIN_KEY: KEY, SECRET_KEY: 'of-the-server', ...env },
    clock: () => new Date(),
    openStore: async (_settings, options) =>
      openEmbeddedStore({ dataDir: await dataDirectory(), tracer: options?.tracer }),
    print: (line) => lines.push(line),
    note: () => undefined,
    stop: stopping.signal,
    exit: () => undefined,
    terminal: fakeTerminal(),
  })
  const ended = program.parseAsync(['serve', '--port', '0'], { from: 'user' })
  await Promise.race([vi.waitUntil(() => lines.length > 0, { timeout: 30_000, interval: 10 }), ended])
  try {
    await work(lines.at(-1)?.split(' ').at(-1) ?? '')
  } finally {
    stopping.abort()
    await ended
  }
}
