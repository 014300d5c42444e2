import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'

export interface SentSpan {
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

/** Starts an OpenTelemetry collector that records the spans it receives. */
export async function startCollector() {
  const received: Collected[] = []
  const server = createServer(async (request, response) => {
    received.push({ path: request.url ?? '', headers: request.headers, body: await buffer(request) })
    response.setHeader('Content-Type', request.headers['content-type'] ?? '')
    response.end(request.headers['content-type'] === 'application/json' ? '{}' : '')
  })
  const url = await urlOf(server)
  return {
    url,
    /** The environment variables with which a server sends its traces to this collector, as JSON. */
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: url, OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
    received,
    spans: (): readonly SentSpan[] => received.flatMap(({ body }) => spansOf(JSON.parse(body.toString()))),
  }
}

/** Lets a server listen until the test ends, and returns its URL. */
export async function urlOf(server: Server): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  onTestFinished(() => void server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

interface Export {
  readonly resourceSpans: readonly { readonly scopeSpans: readonly { readonly spans: readonly SentSpan[] }[] }[]
}

function spansOf({ resourceSpans }: Export): readonly SentSpan[] {
  return resourceSpans.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
}
