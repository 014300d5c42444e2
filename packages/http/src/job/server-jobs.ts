import type { Opsgraph } from '@opsgraph/core'
import type { Logger } from '../log/log.js'
import { Rounds } from './rounds.js'

interface DueAlertsOptions {
  readonly opsgraph: Pick<
    Opsgraph,
    'applyMaintenance' | 'changeDueAlerts' | 'noticeSilence' | 'noticeMissedHeartbeats' | 'noticeFailingSubscriptions'
  >
  readonly logger: Logger
  /** Milliseconds between two rounds; default: 30 s. */
  readonly pause?: number
}

type DueAlertCounts = Awaited<ReturnType<Opsgraph['changeDueAlerts']>>

/**
 * Changes alerts at certain times: when a maintenance window begins or ends; when an alert expires or its timed status
 * ends; when a delivery that a webhook expects, or the next heartbeat of an origin, is overdue; and when the messages
 * of a subscription have failed for long.
 */
export class DueAlerts extends Rounds {
  #total: DueAlertCounts = { expired: 0, ended: 0, reopened: 0 }

  constructor({ opsgraph, logger, pause }: DueAlertsOptions) {
    const work = async () => {
      // Maintenance comes first: alerts do not expire in a maintenance window. If a window has ended,
      // `applyMaintenance` releases its alerts, and `changeDueAlerts` can expire them in the same round.
      await opsgraph.applyMaintenance()
      const { expired, ended, reopened } = await opsgraph.changeDueAlerts()
      const total = this.#total
      this.#total = {
        expired: total.expired + expired,
        ended: total.ended + ended,
        reopened: total.reopened + reopened,
      }
      await opsgraph.noticeSilence()
      await opsgraph.noticeMissedHeartbeats()
      await opsgraph.noticeFailingSubscriptions()
    }
    super({ work, logger, failure: 'due alerts could not be changed', pause })
  }

  /** How many alerts this process has changed. */
  counts(): DueAlertCounts {
    return this.#total
  }
}

interface OldDataOptions {
  readonly opsgraph: Pick<Opsgraph, 'removeOld'>
  readonly logger: Logger
  /** The number of days for which old data of each kind is stored; 0 = for ever. */
  readonly retention: Parameters<Opsgraph['removeOld']>[0]
  /** Milliseconds between the end of a round and the start of the next one; default: 30,000. */
  readonly pause?: number
}

/**
 * Returns the {@link Rounds} that remove old audit entries, alerts that ended long ago, and old transitions of services
 * (rules.md#retention). If a round removes something, it logs how much.
 */
export function oldDataRounds({ opsgraph, logger, retention, pause }: OldDataOptions): Rounds {
  const work = async () => {
    const removed = await opsgraph.removeOld(retention)
    const { alerts, auditEntries, transitions } = removed
    if (alerts + auditEntries + transitions > 0) logger.info({ removed }, 'old data removed')
  }
  return new Rounds({ work, logger, failure: 'old data could not be removed', pause })
}

interface HistoryOptions {
  readonly opsgraph: Pick<Opsgraph, 'noticeImpact' | 'listSilentSubscriptions'>
  readonly logger: Logger
  /** Minimum time between the end of a round and the start of the next one, in milliseconds; default: 1,000. */
  readonly pause?: number
}

/** The pause after a round is at least this many times as long as the round. */
const PAUSE_FACTOR = 4

/**
 * Returns the {@link Rounds} that store how the states of services change (rules.md#history-of-services). If a round
 * takes long because there are many alerts, the pause after it is longer too, so that the server has time for requests.
 * After the first round, the log lists the subscriptions that can send nothing
 * (rules.md#deliveries-of-subscriptions-13).
 */
export function historyRounds({ opsgraph, logger, pause = 1_000 }: HistoryOptions): Rounds {
  let isFirst = true
  const work = async () => {
    await opsgraph.noticeImpact()
    if (!isFirst) return
    logSilentSubscriptions(await opsgraph.listSilentSubscriptions(), logger)
    isFirst = false
  }
  const failure = 'the states of the services could not be stored'
  return new Rounds({ work, logger, failure, pause: (took) => Math.max(pause, PAUSE_FACTOR * took) })
}

type SilentSubscription = Awaited<ReturnType<Opsgraph['listSilentSubscriptions']>>[number]

/** Maximum number of subscriptions in a log line. The field `count` is their total number. */
const MAX_LOGGED_SUBSCRIPTIONS = 20
const SILENCE_TEXTS: Readonly<Record<SilentSubscription['reason'], string>> = {
  secretKey:
    'subscriptions can send nothing: their addresses are of another SECRET_KEY: start with the old key, or send the addresses and secrets again',
  services:
    'subscriptions tell of nothing: no service has the names and owners that they choose: GET /api/subscription/<id> says which are unknown',
}

function logSilentSubscriptions(silent: readonly SilentSubscription[], logger: Logger): void {
  for (const reason of ['secretKey', 'services'] as const) {
    const some = silent.filter((each) => each.reason === reason)
    const subscriptions = some.slice(0, MAX_LOGGED_SUBSCRIPTIONS).map(({ id, name }) => ({ id, name }))
    if (some.length > 0) logger.warn({ subscriptions, count: some.length }, SILENCE_TEXTS[reason])
  }
}

interface DeliveryOptions {
  readonly opsgraph: Pick<Opsgraph, 'deliverOwed'>
  readonly logger: Logger
  /** Milliseconds between the end of a round and the start of the next one; default: 1,000. */
  readonly pause?: number
}

/**
 * Returns the {@link Rounds} that deliver the messages of subscriptions (rules.md#deliveries-of-subscriptions). They
 * log when the tries of a subscription begin to fail, and when they succeed again.
 */
export function deliveryRounds({ opsgraph, logger, pause = 1_000 }: DeliveryOptions): Rounds {
  const work = async () => {
    for (const { error, ...named } of await opsgraph.deliverOwed()) {
      if (error === null) logger.info(named, 'messages of a subscription are delivered again')
      else logger.warn({ ...named, reason: error }, 'messages of a subscription cannot be delivered')
    }
  }
  return new Rounds({ work, logger, failure: 'messages of subscriptions could not be delivered', pause })
}
