import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { License } from '@opsgraph/core'
import { Faults } from './faults.js'
import { isUrl } from './is-url.js'
import { readLimits, type ServerLimits } from './server-limits.js'
import { SettingReader, type Sources } from './setting-reader.js'
import { readTraces, type TraceSettings } from './trace-settings.js'
import { parseTrustProxy, type TrustProxy } from './trust-proxy.js'

export const STORE_KINDS = ['postgres', 'embedded', 'memory'] as const
export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
export const DEFAULT_DATA_DIR = './opsgraph-data'
const DEFAULT_PORT = 8080
const DEFAULT_HOST = '127.0.0.1'
const MAX_PORT = 65_535
/** Characters of `ADMIN_KEY` and `SECRET_KEY`: what is shorter can be guessed. */
const MIN_SECRET = 16
const HOUR = 3_600

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Where opsgraph keeps what it knows. */
export type StoreSettings =
  | {
      readonly kind: 'postgres'
      /** The store checks its parts. */
      readonly url: string
      /** Milliseconds without an answer after which the server counts as hanging; `undefined` = that of the store. */
      readonly hangTimeout?: number | undefined
    }
  /** `directory` is absolute. */
  | { readonly kind: 'embedded'; readonly directory: string }
  | { readonly kind: 'memory' }

/** What `opsgraph serve` is told, complete with the defaults. */
export interface Settings {
  readonly host: string
  /** 0 = any free one. */
  readonly port: number
  readonly store: StoreSettings
  /** Keeps the secrets of webhooks; `` = none. */
  readonly secretKey: string
  readonly adminKey: string | undefined
  /** Without a slash at the end; `undefined` = where the server listens. */
  readonly baseUrl: string | undefined
  readonly license: License
  readonly logLevel: LogLevel
  /** `undefined` = nobody's word is taken. */
  readonly trustProxy: TrustProxy | undefined
  readonly limits: ServerLimits
  /** `undefined` = none are sent. */
  readonly traces: TraceSettings | undefined
}

/**
 * Reads the settings of the server, flags before environment variables. An empty variable counts as not set.
 *
 * @throws UsageError that names every bad setting and what is allowed
 */
export function readSettings(sources: Sources): Settings {
  const faults = new Faults()
  const reader = new SettingReader(sources, faults)
  const settings = {
    host: readHost(reader),
    port: reader.wholeNumber('port', { min: 0, max: MAX_PORT }) ?? DEFAULT_PORT,
    store: readStore(reader),
    secretKey: readSecret(reader, 'secretKey') ?? '',
    adminKey: readAdminKey(reader),
    baseUrl: readBaseUrl(reader),
    license: {
      topologyFeature: reader.boolean('topologyFeature') ?? true,
      topologyLimit: reader.wholeNumber('topologyLimit', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? null,
    },
    logLevel: reader.oneOf('logLevel', LOG_LEVELS) ?? 'info',
    trustProxy: readTrustProxy(reader),
    limits: readLimits(reader),
    traces: readTraces(reader),
  }
  faults.throwIfAny()
  return settings
}

/**
 * Reads only where the data is, for commands that work on the store itself.
 *
 * @throws UsageError that names every bad setting and what is allowed
 */
export function readStoreSettings(sources: Sources): StoreSettings {
  const faults = new Faults()
  const store = readStore(new SettingReader(sources, faults))
  faults.throwIfAny()
  return store
}

function readStore(reader: SettingReader): StoreSettings {
  const url = readDatabaseUrl(reader)
  const hangTimeout = reader.wholeNumber('databaseHangTimeout', { min: 1, max: HOUR })
  const directory = resolve(reader.text('dataDir') ?? DEFAULT_DATA_DIR)
  const kind = reader.oneOf('store', STORE_KINDS) ?? (reader.isGiven('databaseUrl') ? 'postgres' : 'embedded')
  if (kind === 'memory') return { kind }
  if (kind === 'embedded') return { kind, directory }
  if (!reader.isGiven('databaseUrl')) reader.fault('store', 'is postgres, which needs DATABASE_URL or --database-url')
  return { kind, url: url ?? '', ...(hangTimeout !== undefined && { hangTimeout: 1_000 * hangTimeout }) }
}

/** The URL is never repeated in a message: it may hold a password. */
function readDatabaseUrl(reader: SettingReader): string | undefined {
  const text = reader.text('databaseUrl')
  // With several hosts it is no URL to anybody but PostgreSQL.
  if (text === undefined || /^postgres(ql)?:\/\//i.test(text)) return text
  reader.fault('databaseUrl', 'must be a URL such as postgres://user:password@host:5432/database')
  return undefined
}

function readHost(reader: SettingReader): string {
  const text = reader.text('host') ?? DEFAULT_HOST
  const host = text.replace(/^\[(.*)\]$/, '$1')
  if (isIP(host) === 0 && !isHostName(host)) {
    reader.fault('host', 'must be an IP address or a host name, without scheme and port', text)
  }
  return host
}

/** An address of digits and dots alone is a mistyped IP address, not a name. */
function isHostName(text: string): boolean {
  return /^[A-Za-z0-9_]([A-Za-z0-9_.-]{0,252}[A-Za-z0-9_.])?$/.test(text) && !/^[0-9.]+$/.test(text)
}

function readBaseUrl(reader: SettingReader): string | undefined {
  const text = reader.text('baseUrl')
  if (text === undefined) return undefined
  if (!isUrl(text, ['http:', 'https:']) || /[?#\s]/.test(text)) {
    reader.fault('baseUrl', 'must be a URL such as https://opsgraph.example.org, without ? and #', text)
  }
  return text.replace(/\/+$/, '')
}

function readAdminKey(reader: SettingReader): string | undefined {
  const key = readSecret(reader, 'adminKey')
  if (key !== undefined && !/^[\x21-\x7e]+$/.test(key)) {
    reader.fault('adminKey', 'may hold visible ASCII characters only, because it travels in an HTTP header')
  }
  return key
}

/** Spaces at the ends do not count. The value is never repeated in a message. */
function readSecret(reader: SettingReader, name: 'adminKey' | 'secretKey'): string | undefined {
  const secret = reader.text(name)
  if (secret !== undefined && secret.trim().length < MIN_SECRET) {
    reader.fault(name, `must have at least ${MIN_SECRET} characters: make one with \`openssl rand -hex 32\``)
  }
  return secret
}

function readTrustProxy(reader: SettingReader): TrustProxy | undefined {
  const text = reader.text('trustProxy')
  if (text === undefined || text === 'false') return undefined
  const trusted = parseTrustProxy(text)
  if (trusted === undefined) {
    const rule = 'must be how many proxies stand in front (1 to 10), or their addresses, such as 10.0.0.0/8,loopback'
    reader.fault('trustProxy', rule, text)
  }
  return trusted
}
