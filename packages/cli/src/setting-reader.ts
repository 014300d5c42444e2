import type { Faults } from './faults.js'

/**
 * The environment variable and the flag of each setting. Secrets have no flag, because other users of the machine can
 * see flags in the process list.
 */
export const SETTING_NAMES = {
  port: { variable: 'PORT', flag: '--port' },
  host: { variable: 'HOST', flag: '--host' },
  databaseUrl: { variable: 'DATABASE_URL', flag: '--database-url' },
  databaseHangTimeout: { variable: 'DATABASE_HANG_TIMEOUT' },
  store: { variable: 'OPSGRAPH_STORE', flag: '--store' },
  dataDir: { variable: 'OPSGRAPH_DATA_DIR', flag: '--data-dir' },
  secretKey: { variable: 'SECRET_KEY' },
  adminKey: { variable: 'ADMIN_KEY' },
  baseUrl: { variable: 'BASE_URL', flag: '--base-url' },
  topologyFeature: { variable: 'TOPOLOGY_FEATURE' },
  topologyLimit: { variable: 'TOPOLOGY_LIMIT' },
  logLevel: { variable: 'LOG_LEVEL', flag: '--log-level' },
  trustProxy: { variable: 'TRUST_PROXY' },
  requestTimeout: { variable: 'REQUEST_TIMEOUT' },
  headersTimeout: { variable: 'HEADERS_TIMEOUT' },
  maxConnections: { variable: 'MAX_CONNECTIONS' },
  answerBudget: { variable: 'ANSWER_BUDGET' },
  graphMemory: { variable: 'GRAPH_MEMORY' },
  alertRetentionDays: { variable: 'ALERT_RETENTION_DAYS' },
  auditRetentionDays: { variable: 'AUDIT_RETENTION_DAYS' },
  historyDays: { variable: 'HISTORY_DAYS' },
  keyRateLimit: { variable: 'KEY_RATE_LIMIT' },
  webhookRateLimit: { variable: 'WEBHOOK_RATE_LIMIT' },
  wrongKeyLimit: { variable: 'WRONG_KEY_LIMIT' },
  subscriptionRetry: { variable: 'SUBSCRIPTION_RETRY_SECONDS' },
  subscriptionFailing: { variable: 'SUBSCRIPTION_FAILING_SECONDS' },
  webhookBodyLimit: { variable: 'WEBHOOK_BODY_LIMIT' },
  subscriptionAllow: { variable: 'SUBSCRIPTION_ALLOW' },
  smtpUrl: { variable: 'SMTP_URL' },
  smtpFrom: { variable: 'SMTP_FROM' },
  otlpEndpoint: { variable: 'OTEL_EXPORTER_OTLP_ENDPOINT' },
  otlpTracesEndpoint: { variable: 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT' },
  otlpProtocol: { variable: 'OTEL_EXPORTER_OTLP_PROTOCOL' },
  otlpTracesProtocol: { variable: 'OTEL_EXPORTER_OTLP_TRACES_PROTOCOL' },
  tracesExporter: { variable: 'OTEL_TRACES_EXPORTER' },
  tracesSampler: { variable: 'OTEL_TRACES_SAMPLER' },
  tracesSamplerArg: { variable: 'OTEL_TRACES_SAMPLER_ARG' },
  telemetryDisabled: { variable: 'OTEL_SDK_DISABLED' },
} as const

/** The environment variables of the settings that have no flag. */
export const VARIABLES_WITHOUT_FLAG = Object.values(SETTING_NAMES).flatMap((name) =>
  'flag' in name ? [] : name.variable,
)

export type SettingName = keyof typeof SETTING_NAMES
type FlagName = {
  [Name in SettingName]: (typeof SETTING_NAMES)[Name] extends { flag: string } ? Name : never
}[SettingName]

export type Flags = { readonly [Name in FlagName]?: string | undefined }
export type Environment = Readonly<Record<string, string | undefined>>

export interface SettingSources {
  readonly flags: Flags
  readonly env: Environment
}

const BOOLEAN_BY_TEXT: Readonly<Record<string, boolean>> = { true: true, '1': true, false: false, '0': false }

/**
 * Reads each setting from its flag, or from its environment variable if the flag is not given (rules.md#settings-1).
 * Invalid values are collected as faults.
 */
export class SettingReader {
  constructor(
    readonly sources: SettingSources,
    readonly faults: Faults,
  ) {}

  isGiven(name: SettingName): boolean {
    return this.#given(name) !== undefined
  }

  text(name: SettingName): string | undefined {
    const text = this.#given(name)
    if (text === '') this.fault(name, 'must not be empty')
    else if (text?.includes('\u0000')) this.fault(name, 'must not hold the character U+0000')
    return text
  }

  wholeNumber(name: SettingName, { min, max }: { readonly min: number; readonly max: number }): number | undefined {
    const text = this.#given(name)
    if (text === undefined) return undefined
    const number = /^[0-9]+$/.test(text) ? Number(text) : Number.NaN
    if (number >= min && number <= max) return number
    const range = max === Number.MAX_SAFE_INTEGER ? `from ${min}` : `from ${min} to ${max}`
    this.fault(name, `must be a whole number ${range}`, text)
    return undefined
  }

  boolean(name: SettingName): boolean | undefined {
    const text = this.#given(name)
    if (text === undefined) return undefined
    const value = Object.hasOwn(BOOLEAN_BY_TEXT, text.toLowerCase()) ? BOOLEAN_BY_TEXT[text.toLowerCase()] : undefined
    if (value === undefined) this.fault(name, 'must be true or false', text)
    return value
  }

  oneOf<Value extends string>(name: SettingName, values: readonly Value[]): Value | undefined {
    const text = this.#given(name)
    if (text === undefined) return undefined
    const value = values.find((candidate) => candidate === text)
    if (value === undefined) this.fault(name, `must be one of ${values.join(', ')}`, text)
    return value
  }

  /**
   * Adds a fault of a setting.
   *
   * @param value the invalid value; omitted if it may be a secret
   */
  fault(name: SettingName, rule: string, value?: string): void {
    const quoted = value === undefined ? '' : `, not ${JSON.stringify(value.slice(0, 100))}`
    this.faults.add(`${this.#origin(name)} ${rule}${quoted}`)
  }

  /**
   * Reads the text of a flag or variable. An empty variable counts as not set, as in `PORT= opsgraph serve`. An empty
   * flag counts as set, and is then refused as a mistake.
   */
  #given(name: SettingName): string | undefined {
    return this.#flag(name) ?? (this.sources.env[SETTING_NAMES[name].variable] || undefined)
  }

  #flag(name: SettingName): string | undefined {
    return (this.sources.flags as Readonly<Partial<Record<SettingName, string>>>)[name]
  }

  /** The name of the flag or variable that gives the setting. */
  #origin(name: SettingName): string {
    const { variable, flag } = { flag: undefined, ...SETTING_NAMES[name] }
    return this.#flag(name) === undefined || flag === undefined ? variable : flag
  }
}

/** Whether a text is an absolute URL with one of the given protocols, such as `https:`. */
export function isUrl(text: string, protocols: readonly string[]): boolean {
  return URL.canParse(text) && protocols.includes(new URL(text).protocol) && /^[a-z]+:\/\//i.test(text)
}
