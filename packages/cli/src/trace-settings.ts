import { isUrl, type SettingReader } from './setting-reader.js'

export const TRACE_PROTOCOLS = ['http/protobuf', 'http/json'] as const
const TRACE_EXPORTERS = ['otlp', 'none'] as const
const TRACE_SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const
const ALL_SAMPLERS = [...TRACE_SAMPLERS, ...TRACE_SAMPLERS.map((sampler) => `parentbased_${sampler}` as const)]

/**
 * The settings of traces. The exporter itself reads the target and the sampling from the standard variables of
 * OpenTelemetry.
 */
export interface TraceSettings {
  readonly protocol: (typeof TRACE_PROTOCOLS)[number]
}

/**
 * Reads the settings of traces.
 *
 * @returns `undefined` if traces are not configured, or disabled
 */
export function readTraces(reader: SettingReader): TraceSettings | undefined {
  const endpoints = (['otlpEndpoint', 'otlpTracesEndpoint'] as const).filter((name) => reader.isGiven(name))
  for (const name of endpoints) {
    if (!isUrl(reader.text(name) ?? '', ['http:', 'https:'])) {
      reader.fault(name, 'must be a URL such as http://collector.example.org:4318')
    }
  }
  // All settings are read before the result is decided, so that all faults are reported.
  const isDisabled = reader.boolean('telemetryDisabled') === true
  const isNowhere = reader.oneOf('tracesExporter', TRACE_EXPORTERS) === 'none'
  const protocol = readProtocol(reader)
  if (endpoints.length === 0 || isDisabled || isNowhere) return undefined
  checkSampler(reader)
  return { protocol }
}

/**
 * Reads the protocol. The variable for traces takes precedence over the variable for all signals, because the latter
 * may be for metrics and logs.
 */
function readProtocol(reader: SettingReader): TraceSettings['protocol'] {
  const name = reader.isGiven('otlpTracesProtocol') ? 'otlpTracesProtocol' : 'otlpProtocol'
  return reader.oneOf(name, TRACE_PROTOCOLS) ?? 'http/protobuf'
}

/** Refuses an invalid sampler, because OpenTelemetry would ignore such a sampler and send every trace. */
function checkSampler(reader: SettingReader): void {
  const sampler = reader.oneOf('tracesSampler', ALL_SAMPLERS)
  const share = sampler?.endsWith('traceidratio') ? reader.text('tracesSamplerArg') : undefined
  if (share !== undefined && !isShare(share)) {
    reader.fault('tracesSamplerArg', 'must be a number from 0 to 1', share)
  }
}

function isShare(text: string): boolean {
  const share = Number(text)
  return text.trim() !== '' && share >= 0 && share <= 1
}
