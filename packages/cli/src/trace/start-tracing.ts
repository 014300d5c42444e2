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
  /** Sends the remaining spans, and waits at most three seconds until they are sent. */
  stop(): Promise<void>
}

/** Maximum time to send the remaining spans when the server stops, in milliseconds. */
const FLUSH_TIMEOUT = 3_000

/**
 * Starts sending traces. The standard variables of OpenTelemetry set the target, sampling, batches, headers and service
 * name.
 *
 * @param onLost called when spans could not be sent
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
        timer = setTimeout(reject, FLUSH_TIMEOUT)
      })
      await Promise.race([provider.shutdown(), late]).catch(onLost)
      clearTimeout(timer)
    },
  }
}
