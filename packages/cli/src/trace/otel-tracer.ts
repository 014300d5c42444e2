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
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import type { Span, SpanStart, Tracer } from '@opsgraph/core'
import { OpsgraphError } from '@opsgraph/core'

const KINDS = { server: SpanKind.SERVER, client: SpanKind.CLIENT } as const

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
    const spanKind = kind === undefined ? SpanKind.INTERNAL : KINDS[kind]
    const span = this.#tracer.startSpan(name, { kind: spanKind, attributes }, parent)
    try {
      return await this.#contexts.run(trace.setSpan(parent, span), () => work(toSpan(span)))
    } catch (error) {
      fail(span, typeOf(error))
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
    fail: (type) => fail(span, type),
  }
}

/** Records only the kind of an error, because the message of an error may quote user input. */
function fail(span: OtelSpan, type: string): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', type)
}

function typeOf(error: unknown): string {
  if (error instanceof OpsgraphError) return error.kind
  if (!(error instanceof Error)) return typeof error
  return 'code' in error && typeof error.code === 'string' ? error.code : error.name
}
