import { isUrl } from './is-url.js'
import type { SettingReader } from './setting-reader.js'

export const TRACE_PROTOCOLS = ['http/protobuf', 'http/json'] as const
const EXPORTERS = ['otlp', 'none'] as const

/** How traces are sent; where to, and how often, the exporter reads from the standard variables of OpenTelemetry itself. */
export interface TraceSettings {
  readonly protocol: (typeof TRACE_PROTOCOLS)[number]
}

/** @returns `undefined` when nobody asks for traces */
export function readTraces(reader: SettingReader): TraceSettings | undefined {
  const endpoints = (['otlpEndpoint', 'otlpTracesEndpoint'] as const).filter((name) => reader.isGiven(name))
  for (const name of endpoints) {
    if (!isUrl(reader.text(name) ?? '', ['http:', 'https:'])) {
      reader.fault(name, 'must be a URL such as http://collector.example.org:4318')
    }
  }
  // Each is read, so that each is told where it is wrong.
  const isDisabled = reader.boolean('telemetryDisabled') === true
  const isNowhere = reader.oneOf('tracesExporter', EXPORTERS) === 'none'
  const protocol = readProtocol(reader)
  return endpoints.length === 0 || isDisabled || isNowhere ? undefined : { protocol }
}

/** The one for all signals may be what metrics and logs are sent by: it counts where there is none for traces. */
function readProtocol(reader: SettingReader): TraceSettings['protocol'] {
  const name = reader.isGiven('otlpTracesProtocol') ? 'otlpTracesProtocol' : 'otlpProtocol'
  return reader.oneOf(name, TRACE_PROTOCOLS) ?? 'http/protobuf'
}
