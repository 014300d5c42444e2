import { setTimeout as delay } from 'node:timers/promises'
import { expect, vi } from 'vitest'
import { Ledger } from './ledger.js'
import type { Step, Writer } from './writers.js'

export const KEY = 'the-key-of-this-test'
/** The environment variables of a server. They include `SECRET_KEY`, without which the server writes a warning. */
export const KEYS = { ADMIN_KEY: KEY, SECRET_KEY: '0'.repeat(64) }

export interface Answer {
  readonly status: number
  readonly retryAfter: string | null
  readonly body: unknown
}

/** The failures of requests that a test allows while a fault lasts. */
export interface Tolerated {
  /** Whether an answer may be 503 with `Retry-After`. */
  readonly unavailable?: boolean
  /** Whether an answer may be missing; the sender then stops. */
  readonly silence?: boolean
}

interface Sender {
  readonly writer: Writer
  turn: number
  answered: unknown
}

/** Several concurrent senders and their results. Each sender sends one request after another. */
export class Load {
  readonly ledger = new Ledger()
  /** Descriptions of unexpected answers. */
  readonly faults: string[] = []
  /** The number of requests that were answered with 503 and `Retry-After`. */
  unavailable = 0
  /** The number of successful requests. */
  answered = 0
  readonly #senders: readonly Sender[]

  constructor(writers: readonly Writer[]) {
    this.#senders = writers.map((writer) => ({ writer, turn: 1, answered: undefined }))
  }

  /** Sends requests to the servers in turn until `stop` is aborted, and waits for the last answers. */
  async run(urls: readonly string[], stop: AbortSignal, tolerated: Tolerated = {}): Promise<void> {
    await Promise.all(
      this.#senders.map(async (sender, index) => {
        while (!stop.aborted) {
          const url = urls[(index + sender.turn) % urls.length] ?? ''
          if (!(await this.#next(sender, url, tolerated))) return
        }
      }),
    )
  }

  /** Lets each sender send one more request, after `run` has ended. */
  async once(url: string): Promise<void> {
    await Promise.all(this.#senders.map((sender) => this.#next(sender, url, {})))
  }

  /** Sends the next request. Returns whether the sender continues. */
  async #next(sender: Sender, url: string, tolerated: Tolerated): Promise<boolean> {
    const step = sender.writer(sender.turn++, sender.answered)
    if (step.leaves) this.ledger.sent(step.leaves.key, step.leaves.value)
    const answer = await send(url, step).catch((error: Error) => error)
    sender.answered = undefined
    if (answer instanceof Error) {
      if (!tolerated.silence) this.faults.push(`${step.method} ${step.path}: ${answer.message} ${answer.cause ?? ''}`)
      return false
    }
    if (answer.status === 503 && answer.retryAfter !== null && tolerated.unavailable) {
      this.unavailable++
      await delay(10)
    } else if (answer.status < 300) {
      if (step.leaves) this.ledger.stored(step.leaves.key, step.leaves.value)
      sender.answered = answer.body
      this.answered++
    } else if (!step.alsoFine?.includes(answer.status)) {
      this.faults.push(`${step.method} ${step.path}: ${answer.status} ${JSON.stringify(answer.body)}`)
    }
    return true
  }
}

/**
 * Sends a request.
 *
 * @throws TypeError if there is no answer
 */
export async function send(url: string, { method, path, json }: Step): Promise<Answer> {
  const response = await fetch(url + path, {
    method,
    headers: { Authorization: `Key ${KEY}`, 'Content-Type': 'application/json' },
    ...(json !== undefined && { body: JSON.stringify(json) }),
  })
  const body: unknown = await response.json()
  return { status: response.status, retryAfter: response.headers.get('retry-after'), body }
}

/**
 * Waits until more than 50 further requests have this result, or until any request has an unexpected result. Fewer than
 * 50 requests are in flight at a time, so at least one of the counted requests was sent after this call.
 */
export async function waitForProgress(load: Load, kind: 'answered' | 'unavailable'): Promise<void> {
  const before = load[kind]
  const isOver = () => load[kind] > before + 50 || load.faults.length > 0
  await vi.waitUntil(isOver, { timeout: 60_000, interval: 5 })
  expect(load.faults.slice(0, 10)).toEqual([])
}

export function ready(url: string): Promise<Answer> {
  return send(url, { method: 'GET', path: '/readyz' })
}
