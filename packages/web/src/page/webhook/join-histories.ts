import type { ErrorEntry, HistoryEntry } from '../../api/webhooks.js'

/** One delivery, as both histories together tell it. */
export interface Delivery {
  /** The same at every look, whatever comes later. */
  readonly key: string
  readonly receivedAt: string
  readonly httpStatus: number
  readonly sizeBytes: number
  readonly payload: HistoryEntry['payload']
  /** What the sender and the histories were told, each once. */
  readonly messages: readonly string[]
  readonly traceback: string | null
  /** Its place in payloadHistory; `undefined` = no payload was kept. */
  readonly history: number | undefined
  readonly outcome: Outcome
}

export type Outcome =
  | 'accepted'
  | 'partly accepted'
  | 'nothing created'
  | 'disabled'
  | 'not let in'
  | 'rejected'
  | 'too large'
  | 'failed'

/** The deliveries that are still known, newest first. An entry of each history with the same time and size is one delivery. */
export function joinHistories(payloads: readonly HistoryEntry[], errors: readonly ErrorEntry[]): readonly Delivery[] {
  const left = [...errors]
  const kept = payloads.map((entry, history) => {
    const place = left.findIndex((error) => isSame(entry, error))
    const error = place < 0 ? undefined : left.splice(place, 1)[0]
    return deliveryOf({ entry, error, history })
  })
  const dropped = left.map((error) => deliveryOf({ entry: error, error, history: undefined }))
  const known = [...kept, ...dropped].toSorted((a, b) => Date.parse(b.receivedAt) - Date.parse(a.receivedAt))
  // The oldest of the same moment is the first: later ones change nothing.
  const ordinal = (place: number) =>
    known.slice(place + 1).filter(({ receivedAt }) => receivedAt === known[place]?.receivedAt).length
  return known.map((delivery, place) => ({ ...delivery, key: `${delivery.receivedAt} ${ordinal(place)}` }))
}

function isSame(entry: HistoryEntry, error: ErrorEntry): boolean {
  return (
    entry.receivedAt === error.receivedAt &&
    entry.httpStatus === error.httpStatus &&
    entry.sizeBytes === error.sizeBytes
  )
}

interface Found {
  readonly entry: HistoryEntry
  readonly error: ErrorEntry | undefined
  readonly history: number | undefined
}

function deliveryOf({ entry, error, history }: Found): Omit<Delivery, 'key'> {
  const { receivedAt, httpStatus, sizeBytes, payload } = entry
  const messages = [...new Set([error?.message, entry.message])].filter((message) => typeof message === 'string')
  const traceback = error?.traceback ?? null
  return { receivedAt, httpStatus, sizeBytes, payload, messages, traceback, history, outcome: outcomeOf(entry, error) }
}

/** docs/webhooks.md, "Why did nothing arrive?" */
const OUTCOMES: Readonly<Record<number, Outcome>> = {
  400: 'rejected',
  401: 'not let in',
  403: 'disabled',
  413: 'too large',
  500: 'failed',
}

function outcomeOf({ httpStatus, message }: HistoryEntry, error: ErrorEntry | undefined): Outcome {
  if (httpStatus !== 200) return OUTCOMES[httpStatus] ?? 'failed'
  if (error !== undefined) return 'partly accepted'
  return message?.includes('received before') ? 'nothing created' : 'accepted'
}
