import { LIMITS } from '@opsgraph/core'
import { Faults } from './faults.js'
import { type Environment, SettingReader } from './setting-reader.js'

/** The default timeouts, in seconds. */
const DEFAULT_REQUEST_TIMEOUT_SECONDS = 120
const DEFAULT_HEADERS_TIMEOUT_SECONDS = 20
const DEFAULT_CONNECTIONS = 10_000
/**
 * The settings of the answer budget (in characters) and of the graph memory (in bytes) are multiples of this number.
 */
const MEBI = 1024 * 1024
const DEFAULT_ANSWER_BUDGET_MEBI = 512
/** Maximum value of the settings for the answer budget and the graph memory, as a multiple of `MEBI`. */
const MAX_MULTIPLE_OF_MEBI = 1_000_000
const DEFAULT_WRONG_KEYS = 300
const HOUR_SECONDS = 3_600
const MAX_CONNECTIONS = 1_000_000
const MAX_RATE = 1_000_000

/** Reads the limits that protect the server from overload. */
export function readLimits(reader: SettingReader) {
  const seconds = { min: 1, max: HOUR_SECONDS }
  const rate = { min: 1, max: MAX_RATE }
  return {
    /** The maximum time to receive a whole request, in milliseconds. */
    requestTimeout: 1_000 * (reader.wholeNumber('requestTimeout', seconds) ?? DEFAULT_REQUEST_TIMEOUT_SECONDS),
    /** The maximum time to receive the headers of a request, in milliseconds. */
    headersTimeout: 1_000 * (reader.wholeNumber('headersTimeout', seconds) ?? DEFAULT_HEADERS_TIMEOUT_SECONDS),
    /** Maximum number of open connections. */
    connections: reader.wholeNumber('maxConnections', { min: 1, max: MAX_CONNECTIONS }) ?? DEFAULT_CONNECTIONS,
    /**
     * Maximum total length of the large answers that are being sent at the same time, in characters. A single large
     * answer may be longer.
     */
    answerBudget:
      MEBI * (reader.wholeNumber('answerBudget', { min: 1, max: MAX_MULTIPLE_OF_MEBI }) ?? DEFAULT_ANSWER_BUDGET_MEBI),
    /**
     * Approximate maximum bytes of the resource graph in memory; 0 = the graph is not cached, and every request for it
     * reads the store.
     */
    graphMemory:
      MEBI * (reader.wholeNumber('graphMemory', { min: 0, max: MAX_MULTIPLE_OF_MEBI }) ?? LIMITS.graphMemory / MEBI),
    /** Maximum requests per minute with one API key; `undefined` = unlimited. */
    perKey: reader.wholeNumber('keyRateLimit', rate),
    /** Maximum deliveries per minute to one webhook; `undefined` = unlimited. */
    perWebhook: reader.wholeNumber('webhookRateLimit', rate),
    /** Maximum requests per minute with a wrong API key from one IPv4 address, or from one /64 network of IPv6. */
    wrongKeys: reader.wholeNumber('wrongKeyLimit', rate) ?? DEFAULT_WRONG_KEYS,
    /** Maximum bytes in the body of a delivery to a webhook. */
    webhookBody: readWebhookBody(reader),
  }
}

/**
 * Reads from the environment the maximum number of bytes in the body of a delivery.
 *
 * @throws UsageError if the variable has a value that a server refuses
 */
export function webhookBodyLimit(env: Environment): number {
  const faults = new Faults()
  const limit = readWebhookBody(new SettingReader({ flags: {}, env }, faults))
  faults.throwIfAny()
  return limit
}

function readWebhookBody(reader: SettingReader): number {
  return reader.wholeNumber('webhookBodyLimit', { min: 1, max: LIMITS.webhookBodyMax }) ?? LIMITS.webhookBody
}
