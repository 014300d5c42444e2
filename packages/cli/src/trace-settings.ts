import { isUrl } from './is-url.js'
import type { SettingReader } from './setting-reader.js'

export const TRACE_PROTOCOLS = ['http/protobuf', 'http/json'] as const
const EXPORTERS = ['otlp', 'none'] as const
const SAMPLERS = ['always_on', 'always_off', 'traceidratio'] as const
const ALL_SAMPLERS = [...SAMPLERS, ...SAMPLERS.map((sampler) => `parentbased_${sampler}` as const)]

/** How traces are sent; where to, and how many, is read from the standard variables of OpenTelemetry where they are sent. */
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
  if (endpoints.length === 0 || isDisabled || isNowhere) return undefined
  checkSampler(reader)
  return { protocol }
}

/** The one for all signals may be what metrics and logs are sent by: it counts where there is none for traces. */
function readProtocol(reader: SettingReader): TraceSettings['protocol'] {
  const name = reader.isGiven('otlpTracesProtocol') ? 'otlpTracesProtocol' : 'otlpProtocol'
  return reader.oneOf(name, TRACE_PROTOCOLS) ?? 'http/protobuf'
}

/** OpenTelemetry would send every trace instead, of a server that was told to send few. */
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
