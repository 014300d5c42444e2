import { setGlobalErrorHandler } from '@opentelemetry/core'
import { OTLPTraceExporter as JsonExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { OTLPTraceExporter as ProtobufExporter } from '@opentelemetry/exporter-trace-otlp-proto'
import { detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources'
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base'
import type { Tracer } from '@opsgraph/core'
import type { TraceSettings } from '../trace-settings.js'
import { OtelTracer } from './otel-tracer.js'

export interface Tracing {
  readonly tracer: Tracer
  /** Sends what is left, and waits for that a while. */
  stop(): Promise<void>
}

/** Milliseconds that a collector has when the server stops. */
const LAST_CALL = 3_000

/**
 * Begins to send traces to where the standard variables of OpenTelemetry say; sampling, batches, headers and the name of
 * the service are theirs as well.
 *
 * @param onLost told when spans could not be sent; the work that they are about goes on
 */
export function startTracing(
  { protocol }: TraceSettings,
  { version, onLost }: { readonly version: string; readonly onLost: () => void },
): Tracing {
  setGlobalErrorHandler(onLost)
  const own = resourceFromAttributes({ 'service.name': 'opsgraph', 'service.version': version })
  const provider = new BasicTracerProvider({
    resource: own.merge(detectResources({ detectors: [envDetector] })),
    spanProcessors: [new BatchSpanProcessor(protocol === 'http/json' ? new JsonExporter() : new ProtobufExporter())],
  })
  return {
    tracer: new OtelTracer(provider.getTracer('opsgraph', version)),
    stop: async () => {
      let timer: NodeJS.Timeout | undefined
      const late = new Promise<never>((_resolve, reject) => {
        timer = setTimeout(reject, LAST_CALL)
      })
      await Promise.race([provider.shutdown(), late]).catch(onLost)
      clearTimeout(timer)
    },
  }
}
