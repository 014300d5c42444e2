import { isIP } from 'node:net'
import { LIMITS, type License, type Opsgraph } from '@opsgraph/core'
import { isAddressRange } from './address-range.js'
import { Faults } from './faults.js'
import { readNotifications } from './notification-settings.js'
import { readLimits } from './server-limits.js'
import { isUrl, SettingReader, type SettingSources } from './setting-reader.js'
import { readStore } from './store-settings.js'
import { readTraces } from './trace-settings.js'

export const LOG_LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'] as const
const DEFAULT_PORT = 8080
const DEFAULT_HOST = '127.0.0.1'
const MAX_PORT = 65_535
/** Minimum length of `ADMIN_KEY` and `SECRET_KEY` in characters. A shorter secret could be guessed. */
const MIN_SECRET_CHARACTERS = 16

const DEFAULT_RETENTION: Retention = { alertDays: 90, auditDays: 400, historyDays: 90 }
const DEFAULT_RETRY_SECONDS = 10
const DEFAULT_FAILING_SECONDS = 600
/** The names of address ranges that Express accepts. */
const NAMED_RANGES = ['loopback', 'linklocal', 'uniquelocal']
/** Maximum number of trusted proxies in a row; a greater number is probably a mistake. */
const MAX_PROXY_HOPS = 10

/** For each kind of old data, the number of days for which the server stores it; 0 = forever. */
export type Retention = Parameters<Opsgraph['removeOld']>[0]

/** Trusted proxies: their number in front of the server, or their addresses and CIDR ranges. */
type TrustProxy = number | readonly string[]

/** The settings of `opsgraph serve`, including defaults (rules.md#settings). */
export type Settings = Readonly<ReturnType<typeof readSettings>>

/**
 * Reads the settings of the server; a flag overrides its environment variable. An empty variable counts as not set.
 *
 * @throws UsageError that lists every invalid setting and the allowed values
 */
export function readSettings(sources: SettingSources) {
  const faults = new Faults()
  const reader = new SettingReader(sources, faults)
  const license: License = {
    topologyFeature: reader.boolean('topologyFeature') ?? true,
    topologyLimit: reader.wholeNumber('topologyLimit', { min: 0, max: Number.MAX_SAFE_INTEGER }) ?? null,
  }
  const settings = {
    host: readHost(reader),
    /** The port to listen on; 0 = any free port. */
    port: reader.wholeNumber('port', { min: 0, max: MAX_PORT }) ?? DEFAULT_PORT,
    store: readStore(reader),
    /** The key that encrypts the secrets of webhooks; empty = not set. */
    secretKey: readSecret(reader, 'secretKey') ?? '',
    adminKey: readAdminKey(reader),
    /**
     * The URL under which callers reach the server, without a trailing slash; `undefined` = the address that the server
     * listens on.
     */
    baseUrl: readBaseUrl(reader),
    license,
    logLevel: reader.oneOf('logLevel', LOG_LEVELS) ?? 'info',
    /** The trusted proxies; `undefined` = none. */
    trustProxy: readTrustProxy(reader),
    limits: readLimits(reader),
    retention: readRetention(reader),
    subscriptions: readSubscriptions(reader),
    /** How messages of subscriptions are sent. */
    notifications: readNotifications(reader),
    /** How traces are sent; `undefined` = no traces are sent. */
    traces: readTraces(reader),
  }
  faults.throwIfAny()
  return settings
}

function readRetention(reader: SettingReader): Retention {
  return {
    alertDays: reader.wholeNumber('alertRetentionDays', LIMITS.retentionDays) ?? DEFAULT_RETENTION.alertDays,
    auditDays: reader.wholeNumber('auditRetentionDays', LIMITS.retentionDays) ?? DEFAULT_RETENTION.auditDays,
    historyDays: reader.wholeNumber('historyDays', LIMITS.retentionDays) ?? DEFAULT_RETENTION.historyDays,
  }
}

/** How the server treats deliveries of subscriptions that fail. All times are in seconds. */
function readSubscriptions(reader: SettingReader) {
  return {
    /** The pause after the first failed try. */
    retry: reader.wholeNumber('subscriptionRetry', LIMITS.subscriptionRetry) ?? DEFAULT_RETRY_SECONDS,
    /** How long the tries of a subscription must fail before the server creates an alert about it. */
    failing: reader.wholeNumber('subscriptionFailing', LIMITS.subscriptionFailing) ?? DEFAULT_FAILING_SECONDS,
  }
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
  return secret.trim().length >= MIN_SECRET_CHARACTERS
}

/** Reads a secret. Error messages never contain the secret. */
function readSecret(reader: SettingReader, name: 'adminKey' | 'secretKey'): string | undefined {
  const secret = reader.text(name)
  if (secret !== undefined && !isLongSecret(secret)) {
    reader.fault(name, `must have at least ${MIN_SECRET_CHARACTERS} characters: make one with \`openssl rand -hex 32\``)
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

/**
 * Parses the trusted proxies.
 *
 * @returns `undefined` if the text is invalid, or if it contains a range of all addresses, such as `0.0.0.0/0`
 */
function parseTrustProxy(text: string): TrustProxy | undefined {
  if (/^[0-9]+$/.test(text)) return Number(text) >= 1 && Number(text) <= MAX_PROXY_HOPS ? Number(text) : undefined
  const ranges = text.split(',').map((range) => range.trim())
  return ranges.every((range) => NAMED_RANGES.includes(range) || isAddressRange(range)) ? ranges : undefined
}
