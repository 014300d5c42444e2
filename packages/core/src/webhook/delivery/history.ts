import { LIMITS } from '../../limits.js'
import type { Payload } from './read-payload.js'

/** One kept delivery (rules.md#webhook-histories-1). */
export interface HistoryEntry {
  /** ISO 8601 in UTC with milliseconds. */
  readonly receivedAt: string
  readonly httpStatus: number
  readonly sizeBytes: number
  /** Whether the body was larger than a delivery may be. */
  readonly oversized: boolean
  /** `null` = there was none to keep. */
  readonly payload: Payload | null
  readonly message: string | null
}

export interface ErrorEntry extends HistoryEntry {
  /** The last lines of what was thrown; `null` unless something was. */
  readonly traceback: string | null
}

/**
 * What is kept of the deliveries of one webhook, newest first, at most `LIMITS.webhookHistory` of each
 * (rules.md#webhook-histories-2).
 */
export interface Histories {
  readonly payloads: readonly HistoryEntry[]
  readonly errors: readonly ErrorEntry[]
}

/** What one delivery leaves in the histories of its webhook. */
export interface DeliveryTrace {
  readonly webhookId: string
  /** `null` = nothing. */
  readonly payloadEntry: HistoryEntry | null
  readonly errorEntry: ErrorEntry | null
}

export const NO_HISTORIES: Histories = { payloads: [], errors: [] }

/** What deliveries leave in the histories of each of their webhooks, were nothing else in them. */
export function foldTraces(traces: readonly DeliveryTrace[]): ReadonlyMap<string, Histories> {
  const folded = new Map<string, Histories>()
  for (const { webhookId, payloadEntry, errorEntry } of traces) {
    const { payloads, errors } = folded.get(webhookId) ?? NO_HISTORIES
    folded.set(webhookId, {
      payloads: payloadEntry === null ? payloads : pushEntry(payloads, payloadEntry),
      errors: errorEntry === null ? errors : pushEntry(errors, errorEntry),
    })
  }
  return folded
}

/** Two parts of the same histories as one, the oldest entries dropped. */
export function joinHistories(newer: Histories, older: Histories): Histories {
  return {
    payloads: [...newer.payloads, ...older.payloads].slice(0, LIMITS.webhookHistory),
    errors: [...newer.errors, ...older.errors].slice(0, LIMITS.webhookHistory),
  }
}

/** The history after one more delivery: newest first, the oldest ones dropped. */
export function pushEntry<Entry extends HistoryEntry>(history: readonly Entry[], entry: Entry): readonly Entry[] {
  return [entry, ...history].slice(0, LIMITS.webhookHistory)
}

/** What lists show of the histories (rules.md#webhook-configuration). */
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

/** The last lines of what was thrown, with what caused it. */
export function tracebackOf(error: unknown): string {
  const lines = stacksOf(error).flatMap((stack) => stack.split('\n'))
  return lines.slice(-TRACEBACK_LINES).join('\n')
}

const TRACEBACK_LINES = 20
/** Errors in a chain of causes, which may be a ring. */
const CAUSES = 5

/** The cause first, so that what was thrown in the end is not what gets cut off. */
function stacksOf(error: unknown): readonly string[] {
  const stacks: string[] = []
  for (let next = error; next !== undefined && stacks.length < CAUSES; ) {
    stacks.unshift(next instanceof Error ? (next.stack ?? next.message) : `thrown: ${typeof next}`)
    next = next instanceof Error ? next.cause : undefined
  }
  return stacks
}
