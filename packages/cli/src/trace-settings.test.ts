import { describe, expect, it } from 'vitest'
import { UsageError } from './faults.js'
import type { Environment } from './setting-reader.js'
import { readSettings } from './settings.js'

const COLLECTOR = { OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318' }

describe('readSettings', () => {
  it.each<[Environment, string | undefined]>([
    [COLLECTOR, 'http/protobuf'],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://x/v1/traces' }, 'http/protobuf'],
    [{ ...COLLECTOR, OTEL_SDK_DISABLED: 'true' }, undefined],
    [{ ...COLLECTOR, OTEL_TRACES_EXPORTER: 'none' }, undefined],
    [{ ...COLLECTOR, OTEL_TRACES_EXPORTER: 'otlp' }, 'http/protobuf'],
    [{ OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, undefined],
    [{ ...COLLECTOR, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json' }, 'http/json'],
    [{ ...COLLECTOR, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: '', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' }, 'http/json'],
    [
      { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'parentbased_traceidratio', OTEL_TRACES_SAMPLER_ARG: '.25' },
      'http/protobuf',
    ],
    [{ ...COLLECTOR, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: '1e-3' }, 'http/protobuf'],
    [{ OTEL_TRACES_SAMPLER: 'xray' }, undefined],
    [
      { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'always_off', OTEL_TRACES_SAMPLER_ARG: 'of another sampler' },
      'http/protobuf',
    ],
    // If the protocol of traces is set, the server ignores the protocol of all signals, even an unsupported one: that
    // protocol may be meant for metrics and logs.
    [
      { ...COLLECTOR, OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json', OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'http/json',
    ],
  ])('should read the protocol of traces, or none, from %j', (env, protocol) => {
    expect(readSettings({ flags: {}, env }).traces?.protocol).toBe(protocol)
  })

  it.each<[Environment, string]>([
    [
      { OTEL_EXPORTER_OTLP_ENDPOINT: 'localhost:4318' },
      'OTEL_EXPORTER_OTLP_ENDPOINT must be a URL such as http://collector.example.org:4318',
    ],
    [{ OTEL_TRACES_EXPORTER: 'zipkin' }, 'OTEL_TRACES_EXPORTER must be one of otlp, none, not "zipkin"'],
    [
      { OTEL_EXPORTER_OTLP_PROTOCOL: 'grpc' },
      'OTEL_EXPORTER_OTLP_PROTOCOL must be one of http/protobuf, http/json, not "grpc"',
    ],
    [
      { OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'grpc', OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json' },
      'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL must be one of http/protobuf, http/json, not "grpc"',
    ],
    [
      { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'Always_Off' },
      'OTEL_TRACES_SAMPLER must be one of always_on, always_off, traceidratio, parentbased_always_on, ' +
        'parentbased_always_off, parentbased_traceidratio, not "Always_Off"',
    ],
    ...['1.5', '10%', '-0.1', '0,1', 'few'].map((share): [Environment, string] => [
      { ...COLLECTOR, OTEL_TRACES_SAMPLER: 'traceidratio', OTEL_TRACES_SAMPLER_ARG: share },
      `OTEL_TRACES_SAMPLER_ARG must be a number from 0 to 1, not ${JSON.stringify(share)}`,
    ]),
  ])('should refuse %j', (env, message) => {
    expect(() => readSettings({ flags: {}, env })).toThrow(new UsageError(message))
  })
})
