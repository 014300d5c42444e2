import { createServer } from 'node:http'
import { join } from 'node:path'
import { MemoryStore } from '@opsgraph/store-memory'
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { type PostgresServer, startPostgresServer } from '../../../../test/once-a-run/postgres-server.js'
import { prepareDataDirectory } from '../../../../test/once-a-run/prepared-directory.js'
import { type SentSpan, startCollector, urlOf } from '../../test/collector.js'
import { type ServeStage, serveProgram } from '../../test/serve-program.js'
import { temporaryDirectory } from '../../test/temporary-files.js'

const KEY = 'the-key-of-this-test'
const SECRET = 'the-secret-of-the-webhook'
const TRACE = '0af7651916cd43dd8448eb211c80319c'
const CALLER = 'b7ad6b7169203331'
/** Both values are in milliseconds: spans are sent after 1 ms, and dropped if sending takes more than 500 ms. */
const AT_ONCE = { OTEL_BSP_SCHEDULE_DELAY: '1', OTEL_EXPORTER_OTLP_TIMEOUT: '500' }
const LOST = { level: 'warn', msg: 'traces could not be sent: is the collector up?' }

afterEach(() => void vi.unstubAllEnvs())

describe('opsgraph serve with traces', () => {
  let postgres: PostgresServer
  beforeAll(async () => {
    postgres = await startPostgresServer()
  })
  afterAll(() => postgres?.stop())

  const DATABASES: Readonly<Record<string, () => Promise<Readonly<Record<string, string>>>>> = {
    'a PostgreSQL server': async () => ({ DATABASE_URL: await postgres.createDatabase() }),
    'the embedded database': async () => ({ OPSGRAPH_DATA_DIR: await dataDirectory() }),
  }

  it.each(Object.entries(DATABASES))(
    'should send nested spans of request, use-case, transaction and statements: %s',
    async (kind, database) => {
      const collector = await startCollector()
      const server = await serveWith({ env: { ...(await database()), ...collector.env } })
      await alertOnce(server.url)
      const metrics = await (await fetch(`${server.url}/metrics`)).text()
      await server.stop()
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
      const statements = spans.filter((span) => span.kind === 3 && span.parentSpanId === transaction.spanId)
      expect(statements.length).toBeGreaterThanOrEqual(1)
      for (const statement of statements) expect(attributesOf(statement)['db.query.text']).toMatch(/\w/)
      expect(/^opsgraph_pool_max (\d+)$/m.exec(metrics)?.[1]).toBe(kind === 'a PostgreSQL server' ? '10' : undefined)
    },
  )

  it('should mark failed spans with the error kind, and never contain input', async () => {
    const collector = await startCollector()
    const { url, stop } = await serveWith({ env: { DATABASE_URL: await postgres.createDatabase(), ...collector.env } })
    const hook = { id: 'hook', authMode: 'header', authHeaderScheme: 'hub', authSecret: SECRET }
    expect((await call(url, 'POST', '/api/webhook_config', hook)).status).toBe(201)
    await call(url, 'GET', '/api/alert/the-id')
    await call(url, 'GET', '/api/alerts?resource=query-text')
    await call(url, 'POST', '/api/alert', { resource: 'body-text' })
    await stop()
    const failed = collector.spans().find(({ name }) => name === 'readAlertById')
    expect(failed).toMatchObject({ status: { code: 2 } })
    expect(attributesOf(failed)).toEqual({ 'error.type': 'notFound' })
    const sent = collector.received.map(({ body }) => body.toString()).join()
    for (const secret of [KEY, SECRET, 'the-id', 'query-text', 'body-text']) expect(sent).not.toContain(secret)
  })

  it('should send protobuf by default, and apply the standard variables', async () => {
    const collector = await startCollector()
    const { url, stop } = await serveWith({
      store: new MemoryStore(),
      env: {
        OTEL_EXPORTER_OTLP_ENDPOINT: collector.url,
        OTEL_EXPORTER_OTLP_HEADERS: 'x-tenant=mine',
        OTEL_SERVICE_NAME: 'my-opsgraph',
        OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=the-third-floor',
      },
    })
    await alertOnce(url)
    await stop()
    const [first] = collector.received
    const sent = Buffer.concat(collector.received.map(({ body }) => body))
    expect(first?.path).toBe('/v1/traces')
    expect(first?.headers).toMatchObject({ 'content-type': 'application/x-protobuf', 'x-tenant': 'mine' })
    for (const text of ['my-opsgraph', 'the-third-floor', 'POST /api/alert']) expect(sent.includes(text)).toBe(true)
  })

  it('should apply OTEL_TRACES_SAMPLER', async () => {
    const collector = await startCollector()
    const env = { ...collector.env, OTEL_TRACES_SAMPLER: 'always_off' }
    const { url, stop } = await serveWith({ store: new MemoryStore(), env })
    await alertOnce(url)
    await stop()
    expect(collector.received).toEqual([])
  })

  it('should work without a reachable collector, and log that spans were lost', async () => {
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1', LOG_LEVEL: 'warn', ...AT_ONCE }
    const { url, logged, stop } = await serveWith({ store: new MemoryStore(), env })
    await alertOnce(url)
    await vi.waitUntil(() => logged.length > 0, { timeout: 20_000, interval: 10 })
    // The server sends the spans in one or more batches, and logs the loss of each batch.
    expect(logged).toMatchObject(logged.map(() => LOST))
    expect((await fetch(`${url}/healthz`)).status).toBe(200)
    await stop()
  })

  it('should stop within three seconds, and log that spans were lost, if the collector does not answer', async () => {
    const mute = createServer(() => undefined)
    const longTimeout = { OTEL_EXPORTER_OTLP_TIMEOUT: '3600000' }
    const env = { OTEL_EXPORTER_OTLP_ENDPOINT: await urlOf(mute), LOG_LEVEL: 'warn', ...longTimeout }
    const { url, logged, stop } = await serveWith({ store: new MemoryStore(), env })
    await alertOnce(url)
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    onTestFinished(() => void vi.useRealTimers())
    const asked = new Promise((resolve) => mute.once('request', resolve))
    const stopped = stop()
    await asked
    await vi.advanceTimersByTimeAsync(2_999)
    expect(logged).toEqual([])
    await vi.advanceTimersByTimeAsync(1)
    await stopped
    expect(logged).toMatchObject([LOST])
    mute.closeAllConnections()
  })
})

// Helpers

async function dataDirectory(): Promise<string> {
  const directory = join(temporaryDirectory(), 'data')
  await prepareDataDirectory(directory)
  return directory
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

/**
 * Runs `opsgraph serve` with the variables of `stage.env`. The variables are also set in `process.env`, where the
 * exporter reads them.
 */
async function serveWith(stage: ServeStage) {
  const env = { ADMIN_KEY: KEY, SECRET_KEY: 'the-secret-of-this-server', ...stage.env }
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value)
  const server = serveProgram({ ...stage, env })
  return { ...server, url: await server.url() }
}
