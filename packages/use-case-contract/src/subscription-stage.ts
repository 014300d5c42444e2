import { createOpsgraph, type Notifier, type Opsgraph, type OpsgraphOptions } from '@opsgraph/core'
import type { StoreHarness } from '@opsgraph/store-contract'
import { vi } from 'vitest'
import { admin } from './stage.js'

export type Stage = Awaited<ReturnType<typeof setSubscriptionStage>>
export type Subscription = Awaited<ReturnType<Opsgraph['createSubscription']>>['subscription']
type Body = Parameters<Opsgraph['createSubscription']>[1]
type Message = Parameters<Notifier['send']>[0]
export type Notice = Message['notice']
type Answer = Awaited<ReturnType<Notifier['send']>>

const START = Date.UTC(2026, 0, 1)
const SECRET_KEY = 'a secret key of the tests'
export const ADDRESS = 'https://receiver.example/hooks/1'

/** The receivers of all subscriptions, in this process. */
export class FakeReceivers implements Notifier {
  /** Decides how a message is answered. By default, every message is delivered. */
  answer: (notice: Notice) => Answer | Promise<Answer> = () => delivered
  readonly tried: Notice[] = []
  readonly received: Notice[] = []
  readonly messages: Message[] = []
  /** The number of tries that have ended. */
  ended = 0

  readonly faultOf: Notifier['faultOf'] = () => undefined
  readonly usualUrl: Notifier['usualUrl'] = () => undefined

  async send(message: Message): Promise<Answer> {
    const { notice } = message
    this.messages.push(message)
    this.tried.push(notice)
    const answer = await this.answer(notice)
    if (answer.delivered) this.received.push(notice)
    this.ended++
    return answer
  }

  /** Formats the received messages as `object from->to`. A repeated state has `*`, an acknowledged one `!`. */
  texts(notices: readonly Notice[] = this.received): readonly string[] {
    return notices.map(({ object, from, to, acknowledged, repeat }) => {
      return `${object} ${from ?? '-'}->${to ?? '-'}${acknowledged ? '!' : ''}${repeat ? '*' : ''}`
    })
  }
}

export const delivered: Answer = { delivered: true, status: 200, error: null, retryAfter: null, took: 3 }
export const refused: Answer = {
  ...{ delivered: false, status: 500, error: 'the receiver answered 500', retryAfter: null, took: 3 },
}

/**
 * Creates servers on one store with a clock that stands still until a test moves it, and the receivers of their
 * messages.
 */
export async function setSubscriptionStage(harness: StoreHarness, servers = 1) {
  const { store } = await harness.open()
  let now = START
  const receivers = new FakeReceivers()
  const serve = (options: Partial<OpsgraphOptions> = {}): Opsgraph =>
    createOpsgraph({
      ...{ store, clock: () => new Date(now), notifier: receivers, secretKey: SECRET_KEY },
      ...{ consoleUrl: () => 'https://opsgraph.example', ...options },
    })
  const all = Array.from({ length: servers }, () => serve())
  const [opsgraph] = all as [Opsgraph]
  const at = (seconds: number) => new Date(START + seconds * 1_000).toISOString()
  let made = 0
  return {
    ...{ opsgraph, servers: all, serve, store, receivers, at },
    wait: (seconds: number) => {
      now += seconds * 1_000
    },
    /** Creates a subscription. By default, it tells of every service, without delay. */
    subscribe: async (fields: Partial<Body> = {}): Promise<Subscription> => {
      const name = `subscription ${++made}`
      const body: Body = { name, format: 'json', url: ADDRESS, minSeverity: 'minor', waitSeconds: 0, ...fields }
      return (await opsgraph.createSubscription(admin, body)).subscription
    },
    change: async ({ id }: Subscription, body: Partial<Body>): Promise<Subscription> =>
      (await opsgraph.updateSubscription(admin, { id, body })).subscription,
    /**
     * Lets each server look for changes and deliver messages once. Waits for the ends of all tries except `hanging`.
     */
    round: async (hanging = 0, among: readonly Opsgraph[] = all): Promise<void> => {
      for (const server of among) await server.noticeImpact()
      for (const server of among) await server.deliverOwed()
      await vi.waitUntil(() => isQuiet(receivers, hanging, all), { timeout: 20_000, interval: 1 })
    },
  }
}

function isQuiet({ tried, ended }: FakeReceivers, hanging: number, servers: readonly Opsgraph[]): boolean {
  const stored = servers
    .map((server) => server.deliveryCounts())
    .reduce((sum, each) => sum + each.delivered + each.failed, 0)
  return tried.length - ended === hanging && stored === ended
}

/** Receives an alert that names the service, or the end of this alert. */
export async function hurt({ receiveAlert }: Stage['opsgraph'], service: string, severity: Severity): Promise<void> {
  await receiveAlert(admin, { environment: 'E', resource: service, event: 'Down', service: [service], severity })
}
export type Severity = 'critical' | 'major' | 'minor' | 'warning' | 'ok'

/** Lets the receivers hang for some messages. `end` answers these and all later ones. */
export function hang(receivers: FakeReceivers, isHanging: (notice: Notice) => boolean) {
  let end = (_: typeof delivered): void => undefined
  const answer = new Promise<typeof delivered>((resolve) => {
    end = resolve
  })
  let isOver = false
  receivers.answer = (notice) => (isHanging(notice) && !isOver ? answer : delivered)
  return {
    end: (answered: typeof delivered) => {
      isOver = true
      end(answered)
    },
  }
}

/** Waits until this many tries have ended. */
export async function settled(receivers: FakeReceivers, count: number): Promise<void> {
  await until(() => receivers.ended >= count)
}

export async function until(isTrue: () => boolean | Promise<boolean>): Promise<void> {
  await vi.waitUntil(isTrue, { timeout: 20_000, interval: 1 })
}
