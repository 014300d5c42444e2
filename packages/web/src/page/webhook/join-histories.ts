import type { ErrorEntry, HistoryEntry } from '../../api/webhooks.js'

/** One delivery, with the data from its entries in payloadHistory and errorHistory. */
export interface Delivery {
  /** The React key of the delivery. It stays the same when further deliveries arrive. */
  readonly key: string
  readonly receivedAt: string
  readonly httpStatus: number
  readonly sizeBytes: number
  readonly payload: HistoryEntry['payload']
  /** The messages of the delivery in both histories, without duplicates. */
  readonly messages: readonly string[]
  readonly traceback: string | null
  /** The index of the payload in payloadHistory; `undefined` if the payload was not stored. */
  readonly history: number | undefined
  readonly outcome: Outcome
}

export type Outcome = (typeof OUTCOMES)[keyof typeof OUTCOMES] | 'accepted' | 'partly accepted' | 'nothing created'

/**
 * Joins payloadHistory and errorHistory to a list of deliveries, newest first. An entry of payloadHistory and an entry
 * of errorHistory belong to the same delivery if their times, statuses and sizes are equal.
 */
export function joinHistories(payloads: readonly HistoryEntry[], errors: readonly ErrorEntry[]): readonly Delivery[] {
  const left = [...errors]
  const withPayload = payloads.map((entry, history) => {
    const index = left.findIndex((error) => isSame(entry, error))
    const error = index < 0 ? undefined : left.splice(index, 1)[0]
    return toDelivery(entry, error, history)
  })
  const dropped = left.map((error) => toDelivery(error, error, undefined))
  const deliveries = [...withPayload, ...dropped].toSorted(
    (a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt),
  )
  // Deliveries with the same time are numbered from the end of the list, so that a further delivery, which comes first,
  // does not change the numbers.
  const ordinal = (index: number) =>
    deliveries.slice(index + 1).filter(({ receivedAt }) => receivedAt === deliveries[index]?.receivedAt).length
  return deliveries.map((delivery, index) => ({ ...delivery, key: `${delivery.receivedAt} ${ordinal(index)}` }))
}

function isSame(entry: HistoryEntry, error: ErrorEntry): boolean {
  return (
    entry.receivedAt === error.receivedAt &&
    entry.httpStatus === error.httpStatus &&
    entry.sizeBytes === error.sizeBytes
  )
}

function toDelivery(
  entry: HistoryEntry,
  error: ErrorEntry | undefined,
  history: number | undefined,
): Omit<Delivery, 'key'> {
  const { receivedAt, httpStatus, sizeBytes, payload } = entry
  const messages = [...new Set([error?.message, entry.message])].filter((message) => typeof message === 'string')
  const traceback = error?.traceback ?? null
  return {
    receivedAt,
    httpStatus,
    sizeBytes,
    payload,
    messages,
    traceback,
    history,
    outcome: determineOutcome(entry, error),
  }
}

/**
 * The outcome for each HTTP status of a delivery. The section "Why did nothing arrive?" of docs/webhooks.md explains
 * the statuses.
 */
const OUTCOMES = {
  400: 'rejected',
  401: 'not authenticated',
  403: 'disabled',
  413: 'too large',
  500: 'failed',
} as const

/**
 * Matches the message of a delivery that has created no alert although nothing is wrong: a repeated delivery, a test of
 * the sender, or a delivery all of whose alerts were dropped by policies.
 */
const NOTHING_CREATED = /received before|matches testPayloads|ignored: (\d+) of \1 alerts/

function determineOutcome({ httpStatus, message }: HistoryEntry, error: ErrorEntry | undefined): Outcome {
  if (httpStatus !== 200) return OUTCOMES[httpStatus as keyof typeof OUTCOMES] ?? 'failed'
  if (error !== undefined) return 'partly accepted'
  return message !== null && NOTHING_CREATED.test(message) ? 'nothing created' : 'accepted'
}
