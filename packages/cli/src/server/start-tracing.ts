import { AsyncLocalStorage } from 'node:async_hooks'
import {
  type Context,
  defaultTextMapGetter,
  type Tracer as OtelApiTracer,
  type Span as OtelSpan,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import { OpsgraphError, type Span, type SpanStart, type Tracer } from '@opsgraph/core'
import type { TraceSettings } from '../trace-settings.js'

export interface Tracing {
  readonly tracer: Tracer
  /** Sends the remaining spans, and waits at most three seconds until they are sent. */
  stop(): Promise<void>
}

/** Maximum time to send the remaining spans when the server stops, in milliseconds. */
const FLUSH_TIMEOUT_MILLISECONDS = 3_000

/**
 * Starts sending traces. The standard variables of OpenTelemetry set the target, sampling, batches, headers and service
 * name.
 *
 * @param onLost called if spans could not be sent
 */
export function startTracing(
  { protocol }: TraceSettings,
  { version, onLost }: { readonly version: string; readonly onLost: () => void },
): Tracing {
  setGlobalErrorHandler(onLost)
  const defaultResource = resourceFromAttributes({ 'service.name': 'opsgraph', 'service.version': version })
  const provider = new BasicTracerProvider({
    resource: defaultResource.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter())],
  })
  return {
    tracer: new OtelTracer(provider.getTracer('opsgraph', version)),
    stop: async () => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(reject, FLUSH_TIMEOUT_MILLISECONDS)
      })
      await Promise.race([provider.shutdown(), late]).catch(onLost)
      clearTimeout(timer)
    },
  }
}

const SPAN_KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

/** Creates spans of OpenTelemetry. The parent of a new span is the active span of the asynchronous context. */
export class OtelTracer implements Tracer {
  readonly #tracer: OtelApiTracer
  readonly #contexts = new AsyncLocalStorage<Context>()
  readonly #propagator = new W3CTraceContextPropagator()

  constructor(tracer: OtelApiTracer) {
    this.#tracer = tracer
  }

  async span<T>(start: SpanStart, work: (span: Span) => Promise<T>): Promise<T> {
    const { name, kind, attributes = {} } = start
    const parent = this.#parentOf(start)
    const spanKind = kind === undefined ? SpanKind.INTERNAL : SPAN_KINDS[kind]
    const span = this.#tracer.startSpan(name, { kind: spanKind, attributes }, parent)
    try {
      return await this.#contexts.run(trace.setSpan(parent, span), () => work(toSpan(span)))
    } catch (error) {
      markAsFailed(span, errorTypeOf(error))
      throw error
    } finally {
      span.end()
    }
  }

  #parentOf({ carrier }: SpanStart): Context {
    if (carrier === undefined) return this.#contexts.getStore() ?? ROOT_CONTEXT
    return this.#propagator.extract(ROOT_CONTEXT, carrier, defaultTextMapGetter)
  }
}

function toSpan(span: OtelSpan): Span {
  return {
    rename: (name) => void span.updateName(name),
    set: (attributes) => void span.setAttributes(attributes),
    fail: (type) => markAsFailed(span, type),
  }
}

/** Records only the type of an error, because its message may quote user input. */
function markAsFailed(span: OtelSpan, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', type)
}

function errorTypeOf(error: unknown): string {
  if (error instanceof OpsgraphError) return error.kind
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
