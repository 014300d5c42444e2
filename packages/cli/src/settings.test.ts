import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { UsageError } from './faults.js'
import type { Environment, Flags } from './setting-reader.js'
import { LOG_LEVELS, readSettings } from './settings.js'
import { readStoreSettings } from './store-settings.js'

const SEVERAL_HOSTS = 'postgres://me@db1:5432,db2:5433/opsgraph?target_session_attrs=read-write'

describe('readSettings', () => {
  it('should have a default for everything', () => {
    expect(read()).toEqual({
      host: '127.0.0.1',
      port: 8080,
      store: { kind: 'embedded', directory: resolve('opsgraph-data') },
      secretKey: '',
      adminKey: undefined,
      baseUrl: undefined,
      license: { topologyFeature: true, topologyLimit: null },
      logLevel: 'info',
      trustProxy: undefined,
      limits: {
        requestTimeout: 120_000,
        headersTimeout: 20_000,
        connections: 10_000,
        answerBudget: 512 * 1024 * 1024,
        graphMemory: 256 * 1024 * 1024,
        perKey: undefined,
        perWebhook: undefined,
        wrongKeys: 300,
        webhookBody: 262_144,
      },
      retention: { alertDays: 90, auditDays: 400, historyDays: 90 },
      subscriptions: { retry: 10, failing: 600 },
      notifications: { allow: [], smtp: undefined },
      traces: undefined,
    })
  })

  it.each(['0', '8388609', '256KiB', '-1'])(
    'should refuse %j bytes as the limit of a delivery',
    (WEBHOOK_BODY_LIMIT) => {
      const message = `WEBHOOK_BODY_LIMIT must be a whole number from 1 to 8388608, not "${WEBHOOK_BODY_LIMIT}"`
      expect(() => read({ WEBHOOK_BODY_LIMIT })).toThrow(message)
    },
  )

  it('should refuse times of failing deliveries that are too short or too long', () => {
    const read0 = () => read({ SUBSCRIPTION_RETRY_SECONDS: '0', SUBSCRIPTION_FAILING_SECONDS: '86401' })
    expect(read0).toThrow('SUBSCRIPTION_RETRY_SECONDS must be a whole number from 1 to 3600, not "0"')
    expect(read0).toThrow('SUBSCRIPTION_FAILING_SECONDS must be a whole number from 1 to 86400, not "86401"')
  })

  it('should read every environment variable', () => {
    expect(
      read({
        PORT: '9000',
        HOST: '0.0.0.0',
        DATABASE_URL: 'postgres://me:secret@db:5432/opsgraph',
        OPSGRAPH_STORE: 'postgres',
        OPSGRAPH_DATA_DIR: '/var/lib/opsgraph',
        SECRET_KEY: 'the secret of 16',
        ADMIN_KEY: 'the-key-of-16-ch',
        BASE_URL: 'https://ops.example.org/graph/',
        TOPOLOGY_FEATURE: 'false',
        TOPOLOGY_LIMIT: '3',
        LOG_LEVEL: 'warn',
        TRUST_PROXY: '2',
        REQUEST_TIMEOUT: '30',
        HEADERS_TIMEOUT: '5',
        MAX_CONNECTIONS: '500',
        ANSWER_BUDGET: '64',
        GRAPH_MEMORY: '32',
        WRONG_KEY_LIMIT: '5',
        WEBHOOK_BODY_LIMIT: '8388608',
        ALERT_RETENTION_DAYS: '30',
        AUDIT_RETENTION_DAYS: '36500',
        HISTORY_DAYS: '7',
        SUBSCRIPTION_RETRY_SECONDS: '5',
        SUBSCRIPTION_FAILING_SECONDS: '60',
        SUBSCRIPTION_ALLOW: '10.0.0.0/8',
        KEY_RATE_LIMIT: '600',
        WEBHOOK_RATE_LIMIT: '60',
        OTEL_EXPORTER_OTLP_ENDPOINT: 'http://localhost:4318',
        OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://localhost:4318/v1/traces',
        OTEL_EXPORTER_OTLP_PROTOCOL: 'http/json',
        OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: 'http/json',
        OTEL_SDK_DISABLED: 'false',
      }),
    ).toEqual({
      host: '0.0.0.0',
      port: 9000,
      store: { kind: 'postgres', url: 'postgres://me:secret@db:5432/opsgraph' },
      secretKey: 'the secret of 16',
      adminKey: 'the-key-of-16-ch',
      baseUrl: 'https://ops.example.org/graph',
      license: { topologyFeature: false, topologyLimit: 3 },
      logLevel: 'warn',
      trustProxy: 2,
      limits: {
        requestTimeout: 30_000,
        headersTimeout: 5_000,
        connections: 500,
        answerBudget: 64 * 1024 * 1024,
        graphMemory: 32 * 1024 * 1024,
        perKey: 600,
        perWebhook: 60,
        wrongKeys: 5,
        webhookBody: 8_388_608,
      },
      retention: { alertDays: 30, auditDays: 36_500, historyDays: 7 },
      subscriptions: { retry: 5, failing: 60 },
      notifications: { allow: ['10.0.0.0/8'], smtp: undefined },
      traces: { protocol: 'http/json' },
    })
  })

  it('should let flags override environment variables', () => {
    const env = {
      PORT: '1',
      HOST: 'a',
      OPSGRAPH_STORE: 'memory',
      OPSGRAPH_DATA_DIR: '/a',
      BASE_URL: 'x',
      LOG_LEVEL: 'x',
    }
    const flags = {
      port: '0',
      host: 'localhost',
      store: 'embedded',
      dataDir: '/b',
      baseUrl: 'http://b',
      logLevel: 'debug',
    }
    expect(read(env, flags)).toMatchObject({
      port: 0,
      host: 'localhost',
      store: { kind: 'embedded', directory: resolve('/b') },
      baseUrl: 'http://b',
      logLevel: 'debug',
    })
  })

  it('should treat an empty variable as not set', () => {
    const empty = { PORT: '', HOST: '', DATABASE_URL: '', OPSGRAPH_STORE: '', ADMIN_KEY: '', TOPOLOGY_LIMIT: '' }
    expect(read(empty)).toEqual(read())
  })

  it.each([
    [{ DATABASE_URL: 'postgresql://db/opsgraph' }, {}, { kind: 'postgres', url: 'postgresql://db/opsgraph' }],
    [{ DATABASE_URL: SEVERAL_HOSTS }, {}, { kind: 'postgres', url: SEVERAL_HOSTS }],
    [
      { DATABASE_URL: 'postgres://db/opsgraph', DATABASE_HANG_TIMEOUT: '3' },
      {},
      { kind: 'postgres', url: 'postgres://db/opsgraph', hangTimeout: 3_000 },
    ],
    [{}, { databaseUrl: 'postgres://db/opsgraph' }, { kind: 'postgres', url: 'postgres://db/opsgraph' }],
    [{ DATABASE_URL: 'postgres://db/opsgraph' }, { store: 'memory' }, { kind: 'memory' }],
    [{ OPSGRAPH_STORE: 'memory' }, {}, { kind: 'memory' }],
    [{ OPSGRAPH_DATA_DIR: '/x' }, {}, { kind: 'embedded', directory: resolve('/x') }],
  ])('should choose the store for the environment %j and the flags %j', (env: Environment, flags: Flags, store) => {
    expect(read(env, flags).store).toEqual(store)
    expect(readStoreSettings(flags, { env })).toEqual(store)
  })

  it.each([
    ['::1', '::1'],
    ['[::1]', '::1'],
    ['localhost', 'localhost'],
    ['ops-1.example.org', 'ops-1.example.org'],
  ])('should accept the host %s', (host, read) => {
    expect(readSettings({ flags: { host }, env: {} }).host).toBe(read)
  })

  it.each(['true', 'TRUE', '1'])('should read TOPOLOGY_FEATURE=%s as enabled', (value) => {
    expect(read({ TOPOLOGY_FEATURE: value }).license.topologyFeature).toBe(true)
  })

  it('should read GRAPH_MEMORY=0 as no memory', () => {
    expect(read({ GRAPH_MEMORY: '0' }).limits.graphMemory).toBe(0)
  })

  it('should read a retention of 0 days as for ever', () => {
    const retention = { alertDays: 0, auditDays: 0, historyDays: 0 }
    expect(read({ ALERT_RETENTION_DAYS: '0', AUDIT_RETENTION_DAYS: '0', HISTORY_DAYS: '0' }).retention).toEqual(
      retention,
    )
  })

  it.each(['-1', '1.5', '36501', '90d', 'forever', '1e3'])('should refuse a retention of %s days', (days) => {
    for (const name of ['ALERT_RETENTION_DAYS', 'AUDIT_RETENTION_DAYS', 'HISTORY_DAYS']) {
      const message = `${name} must be a whole number from 0 to 36500, not "${days}"`
      expect(() => read({ [name]: days })).toThrow(message)
    }
  })

  it.each(LOG_LEVELS)('should accept the log level %s', (logLevel) => {
    expect(read({}, { logLevel }).logLevel).toBe(logLevel)
  })

  it.each<[string, number | readonly string[] | undefined]>([
    ['false', undefined],
    ['1', 1],
    ['10', 10],
    ['10.0.0.1', ['10.0.0.1']],
    ['loopback, 10.0.0.0/8,fd00::/8', ['loopback', '10.0.0.0/8', 'fd00::/8']],
  ])('should accept TRUST_PROXY=%s', (text, trusted) => {
    expect(read({ TRUST_PROXY: text }).trustProxy).toEqual(trusted)
  })

  it.each([
    'true',
    '0',
    '11',
    '-1',
    '1.5',
    'yes',
    '*',
    '10.0.0.256',
    '10.0.0.0/0',
    '10.0.0.0/33',
    '10.0.0.0/8/8',
    '::/0',
    'fd00::/129',
    'fe80::1%eth0',
    'proxy.example.org',
    'loopback,',
    'loopback;10.0.0.1',
  ])('should refuse TRUST_PROXY=%s', (text) => {
    const rule = 'must be the number of proxies in front (1 to 10), or their addresses, such as 10.0.0.0/8,loopback'
    expect(() => read({ TRUST_PROXY: text })).toThrow(new UsageError(`TRUST_PROXY ${rule}, not "${text}"`))
  })

  it.each<[Environment, Flags, string]>([
    [{ REQUEST_TIMEOUT: '0' }, {}, 'REQUEST_TIMEOUT must be a whole number from 1 to 3600, not "0"'],
    [{ HEADERS_TIMEOUT: '1h' }, {}, 'HEADERS_TIMEOUT must be a whole number from 1 to 3600, not "1h"'],
    [{ ANSWER_BUDGET: '0' }, {}, 'ANSWER_BUDGET must be a whole number from 1 to 1000000, not "0"'],
    [{ GRAPH_MEMORY: '1GB' }, {}, 'GRAPH_MEMORY must be a whole number from 0 to 1000000, not "1GB"'],
    [{ MAX_CONNECTIONS: '0' }, {}, 'MAX_CONNECTIONS must be a whole number from 1 to 1000000, not "0"'],
    [{ KEY_RATE_LIMIT: '0' }, {}, 'KEY_RATE_LIMIT must be a whole number from 1 to 1000000, not "0"'],
    [{ WEBHOOK_RATE_LIMIT: '10/s' }, {}, 'WEBHOOK_RATE_LIMIT must be a whole number from 1 to 1000000, not "10/s"'],
    [{ PORT: 'http' }, {}, 'PORT must be a whole number from 0 to 65535, not "http"'],
    [{ PORT: '1' }, { port: '65536' }, '--port must be a whole number from 0 to 65535, not "65536"'],
    [{}, { port: '-1' }, '--port must be a whole number from 0 to 65535, not "-1"'],
    [{}, { port: '80.5' }, '--port must be a whole number from 0 to 65535, not "80.5"'],
    [{}, { port: '' }, '--port must be a whole number from 0 to 65535, not ""'],
    [{ HOST: 'http://x' }, {}, 'HOST must be an IP address or a host name, without scheme and port, not "http://x"'],
    [{}, { host: 'x:80' }, '--host must be an IP address or a host name, without scheme and port, not "x:80"'],
    [{}, { host: '127.0.0' }, '--host must be an IP address or a host name, without scheme and port, not "127.0.0"'],
    [{}, { store: 'mysql' }, '--store must be one of postgres, embedded, memory, not "mysql"'],
    [{ DATABASE_HANG_TIMEOUT: '0' }, {}, 'DATABASE_HANG_TIMEOUT must be a whole number from 1 to 3600, not "0"'],
    [{ OPSGRAPH_STORE: 'postgres' }, {}, 'OPSGRAPH_STORE is postgres, which needs DATABASE_URL or --database-url'],
    [{}, { dataDir: '' }, '--data-dir must not be empty'],
    [{}, { dataDir: 'a\u0000b' }, '--data-dir must not hold the character U+0000'],
    [{ TOPOLOGY_FEATURE: 'yes' }, {}, 'TOPOLOGY_FEATURE must be true or false, not "yes"'],
    [{ TOPOLOGY_FEATURE: 'constructor' }, {}, 'TOPOLOGY_FEATURE must be true or false, not "constructor"'],
    [{ TOPOLOGY_LIMIT: 'many' }, {}, 'TOPOLOGY_LIMIT must be a whole number from 0, not "many"'],
    [{ LOG_LEVEL: 'loud' }, {}, `LOG_LEVEL must be one of ${LOG_LEVELS.join(', ')}, not "loud"`],
    [
      { BASE_URL: 'ops.example.org' },
      {},
      'BASE_URL must be a URL such as https://opsgraph.example.org, without ? and #, not "ops.example.org"',
    ],
    [
      {},
      { baseUrl: 'http://x/?a' },
      '--base-url must be a URL such as https://opsgraph.example.org, without ? and #, not "http://x/?a"',
    ],
    [
      { ADMIN_KEY: 'mit Ümlaut und mehr' },
      {},
      'ADMIN_KEY may hold visible ASCII characters only, because it travels in an HTTP header',
    ],
  ])('should refuse %j %j', (env, flags, message) => {
    expect(() => read(env, flags)).toThrow(new UsageError(message))
  })

  it.each(['mysql://me:hunter2@db/x', 'me:hunter2@db', 'postgres:hunter2'])('should not repeat the URL %s', (url) => {
    const message = 'DATABASE_URL must be a URL such as postgres://user:password@host:5432/database'
    expect(() => read({ DATABASE_URL: url })).toThrow(new UsageError(message))
  })

  it.each([
    ['ADMIN_KEY', 'a'],
    ['ADMIN_KEY', 'fifteen-letters'],
    ['SECRET_KEY', 'x'],
    ['SECRET_KEY', 'fifteen-letters'],
    ['SECRET_KEY', ' '.repeat(32)],
    ['SECRET_KEY', `${' '.repeat(16)}x`],
  ])('should refuse a short %s: %j', (name, value) => {
    const message = `${name} must have at least 16 characters: make one with \`openssl rand -hex 32\``
    expect(() => read({ [name]: value })).toThrow(new UsageError(message))
  })

  it('should report every invalid setting on one line', () => {
    expect(() => read({ PORT: 'x', LOG_LEVEL: 'y\nz' }, { store: 'z' })).toThrow(
      /^PORT [^\n]*; --store [^\n]*; LOG_LEVEL [^\n]*$/,
    )
  })
})

// Helpers

function read(env: Environment = {}, flags: Flags = {}) {
  return readSettings({ flags, env })
}
