import { z } from 'zod'
import { LIMITS } from '../../limits.js'
import { define, STORED_TIME } from '../../schema/field.js'
import type { Payload } from './read-payload.js'

const PAYLOAD_SCHEMA = /* @__PURE__ */ define(
  () => z.union([z.record(z.string(), z.unknown()), z.array(z.unknown())]) as unknown as z.ZodType<Payload>,
)

const ENTRY_SHAPE = /* @__PURE__ */ define(() => ({
  receivedAt: STORED_TIME,
  httpStatus: z.int(),
  sizeBytes: z.int(),
  oversized: z.boolean().meta({ description: 'True if the body exceeded the maximum size' }),
  payload: PAYLOAD_SCHEMA.nullable().meta({
    description: 'null = the body was too large, or was not a payload that can be stored',
  }),
  message: z
    .string()
    .nullable()
    .meta({ description: 'What became of the delivery, or why it failed; null = the status says all' }),
}))

/** A stored delivery in a history (rules.md#webhook-histories-1). */
export const HISTORY_ENTRY = /* @__PURE__ */ define(() =>
  z.strictObject(ENTRY_SHAPE).meta({ id: 'WebhookHistoryEntry', description: 'A delivery as it was received' }),
)
export type HistoryEntry = Readonly<z.output<typeof HISTORY_ENTRY>>

export const ERROR_ENTRY = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      ...ENTRY_SHAPE,
      traceback: z
        .string()
        .nullable()
        .meta({ description: 'The last lines of the stack trace of an unexpected error; otherwise null' }),
    })
    .meta({ id: 'WebhookErrorEntry', description: 'A delivery that failed' }),
)
export type ErrorEntry = Readonly<z.output<typeof ERROR_ENTRY>>

/**
 * The stored deliveries of one webhook, newest first. Each history has at most `LIMITS.webhookHistory` entries
 * (rules.md#webhook-histories-2).
 */
export interface Histories {
  readonly payloads: readonly HistoryEntry[]
  readonly errors: readonly ErrorEntry[]
}

/** What a store records about one delivery: the entries in the histories of its webhook, and when it was received. */
export interface DeliveryRecord {
  readonly webhookId: string
  /** The new entry of the payloadHistory; `null` = none. */
  readonly payloadEntry: HistoryEntry | null
  /** The new entry of the errorHistory; `null` = none. */
  readonly errorEntry: ErrorEntry | null
  /** When the delivery was received; `null` = its sender was not authenticated (rules.md#webhook-silence-2). */
  readonly deliveredAt: string | null
}

export const NO_HISTORIES: Histories = { payloads: [], errors: [] }

/**
 * Groups the entries in `records` by webhook: maps the id of each webhook to its new entries. `records` begins with the
 * oldest delivery.
 */
export function foldRecords(records: readonly DeliveryRecord[]): ReadonlyMap<string, Histories> {
  const folded = new Map<string, Histories>()
  for (const { webhookId, payloadEntry, errorEntry } of records) {
    const { payloads, errors } = folded.get(webhookId) ?? NO_HISTORIES
    folded.set(webhookId, {
      payloads: payloadEntry === null ? payloads : pushEntry(payloads, payloadEntry),
      errors: errorEntry === null ? errors : pushEntry(errors, errorEntry),
    })
  }
  return folded
}

/** Joins newer entries and older entries. Keeps only the newest `LIMITS.webhookHistory` entries of each history. */
export function joinHistories(newer: Histories, older: Histories): Histories {
  return {
    payloads: [...newer.payloads, ...older.payloads].slice(0, LIMITS.webhookHistory),
    errors: [...newer.errors, ...older.errors].slice(0, LIMITS.webhookHistory),
  }
}

/** Adds an entry to a history as its newest entry. Keeps only the newest `LIMITS.webhookHistory` entries. */
export function pushEntry<Entry extends HistoryEntry>(history: readonly Entry[], entry: Entry): readonly Entry[] {
  return [entry, ...history].slice(0, LIMITS.webhookHistory)
}

/** What lists show of the histories of a webhook (rules.md#webhook-configuration). */
export interface HistorySummary {
  readonly payloadHistoryCount: number
  readonly lastPayloadAt: string | null
  readonly errorHistoryCount: number
  readonly lastErrorAt: string | null
}

export function summarizeHistories(payloads: readonly HistoryEntry[], errors: readonly ErrorEntry[]): HistorySummary {
  return {
    payloadHistoryCount: payloads.length,
    lastPayloadAt: payloads[0]?.receivedAt ?? null,
    errorHistoryCount: errors.length,
    lastErrorAt: errors[0]?.receivedAt ?? null,
  }
}

/** Returns the last lines of the stack traces of an error and its causes. The stack traces of the causes come first. */
export function formatTraceback(error: unknown): string {
  const lines = collectStacks(error).flatMap((stack) => stack.split('\n'))
  return lines.slice(-TRACEBACK_LINES).join('\n')
}

const TRACEBACK_LINES = 20
/** The maximum number of stack traces. Without a maximum, causes that form a cycle would cause an endless loop. */
const MAX_TRACEBACK_STACKS = 5

/** The stack traces, causes first. The thrown error comes last, because `formatTraceback` keeps only the last lines. */
function collectStacks(error: unknown): readonly string[] {
  const stacks: string[] = []
  for (let next = error; next !== undefined && stacks.length < MAX_TRACEBACK_STACKS; ) {
    stacks.unshift(next instanceof Error ? (next.stack ?? next.message) : `thrown: ${typeof next}`)
    next = next instanceof Error ? next.cause : undefined
  }
  return stacks
}
