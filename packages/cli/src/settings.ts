import { isIP } from 'node:net'
import { resolve } from 'node:path'
import type { License } from '@opsgraph/core'
import { Faults } from './faults.js'
import { isUrl } from './is-url.js'
import { type Retention, readRetention } from './retention-settings.js'
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
/** Minimum length of `ADMIN_KEY` and `SECRET_KEY` in characters. A shorter secret could be guessed. */
const MIN_SECRET = 16
const HOUR = 3_600

export type LogLevel = (typeof LOG_LEVELS)[number]

/** Where the data are stored: in PostgreSQL, in the embedded database, or in memory. */
export type StoreSettings =
  | {
      readonly kind: 'postgres'
      /** The URL of the database. Only its scheme is validated here; the store validates the rest. */
      readonly url: string
      /**
       * Milliseconds without an answer after which the database counts as unresponsive; `undefined` = the default of
       * the store.
       */
      readonly hangTimeout?: number | undefined
    }
  /** `directory` is an absolute path. */
  | { readonly kind: 'embedded'; readonly directory: string }
  | { readonly kind: 'memory' }

/** The settings of `opsgraph serve`, including defaults (rules.md#settings). */
export interface Settings {
  readonly host: string
  /** The port to listen on; 0 = any free port. */
  readonly port: number
  readonly store: StoreSettings
  /** The key that encrypts the secrets of webhooks; empty = not set. */
  readonly secretKey: string
  readonly adminKey: string | undefined
  /**
   * The URL under which callers reach the server, without a trailing slash; `undefined` = the address that the server
   * listens on.
   */
  readonly baseUrl: string | undefined
  readonly license: License
  readonly logLevel: LogLevel
  /** The trusted proxies; `undefined` = none. */
  readonly trustProxy: TrustProxy | undefined
  readonly limits: ServerLimits
  readonly retention: Retention
  /** How traces are sent; `undefined` = no traces are sent. */
  readonly traces: TraceSettings | undefined
}

/**
 * Reads the settings of the server; a flag overrides its environment variable. An empty variable counts as not set.
 *
 * @throws UsageError that lists every invalid setting and the allowed values
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
    retention: readRetention(reader),
    traces: readTraces(reader),
  }
  faults.throwIfAny()
  return settings
}

/**
 * Reads only the settings of the store, for commands that use the store directly.
 *
 * @throws UsageError that lists every invalid setting and the allowed values
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

/** Reads the URL of the database. Error messages never contain the URL, because the URL may contain a password. */
function readDatabaseUrl(reader: SettingReader): string | undefined {
  const text = reader.text('databaseUrl')
  // Only the scheme is checked here. A URL with several hosts is not a standard URL, so only PostgreSQL can parse it.
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

/**
 * Whether a text that is not an IP address is a valid host name. A text of only digits and dots is refused, because it
 * is a mistyped IP address.
 */
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

/** Whether a secret is too long to be guessed. Surrounding spaces do not count. */
export function isLongSecret(secret: string): boolean {
  return secret.trim().length >= MIN_SECRET
}

/** Reads a secret. Error messages never contain the secret. */
function readSecret(reader: SettingReader, name: 'adminKey' | 'secretKey'): string | undefined {
  const secret = reader.text(name)
  if (secret !== undefined && !isLongSecret(secret)) {
    reader.fault(name, `must have at least ${MIN_SECRET} characters: make one with \`openssl rand -hex 32\``)
  }
  return secret
}

function readTrustProxy(reader: SettingReader): TrustProxy | undefined {
  const text = reader.text('trustProxy')
  if (text === undefined || text === 'false') return undefined
  const trusted = parseTrustProxy(text)
  if (trusted === undefined) {
    const rule = 'must be the number of proxies in front (1 to 10), or their addresses, such as 10.0.0.0/8,loopback'
    reader.fault('trustProxy', rule, text)
  }
  return trusted
}
