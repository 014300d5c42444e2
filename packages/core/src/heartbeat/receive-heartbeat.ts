import { utf8Length } from '#platform'
import { LIMITS } from '../limits.js'
import { Faults } from '../schema/body-error.js'
import type { Sent } from '../schema/noun.js'
import { timestampAfterSeconds } from '../timestamp.js'
import { HEARTBEAT, type Heartbeat, type StoredHeartbeat } from './heartbeat.js'

/** A heartbeat that has arrived, with its defaults. */
export interface ArrivedHeartbeat extends Sent<typeof HEARTBEAT> {}

/**
 * Reads a heartbeat and fills in its defaults. Unknown fields are ignored.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readHeartbeat(body: unknown): ArrivedHeartbeat {
  const arrived = HEARTBEAT.readNew(body)
  const faults = new Faults()
  const { heartbeatBytes, alertAttributes } = LIMITS
  const count = Object.keys(arrived.attributes).length
  if (count > alertAttributes) faults.add('attributes', `has ${count} entries, the limit is ${alertAttributes}`)
  const bytes = utf8Length(JSON.stringify([arrived.tags, arrived.attributes, arrived.customer]))
  if (bytes > heartbeatBytes) {
    faults.add('', `has tags, attributes and a customer of ${bytes} bytes, the limit is ${heartbeatBytes} bytes`)
  }
  faults.throwIfAny()
  return arrived
}

/**
 * The stored heartbeat of an origin after a heartbeat has arrived (rules.md#heartbeats-3). Only the time of reception
 * counts, so a wrong clock of the sender does no harm.
 */
export function renewHeartbeat(id: string, arrived: ArrivedHeartbeat, now: string): StoredHeartbeat {
  const { createTime: sent, ...fields } = arrived
  const createTime = sent === undefined || sent > now ? now : sent
  return {
    ...fields,
    id,
    createTime,
    receiveTime: now,
    expireTime: fields.timeout === 0 ? null : timestampAfterSeconds(fields.timeout, now),
    isSlow: measureLatency({ createTime, receiveTime: now }) > LIMITS.heartbeatLatency,
    isMissed: false,
  }
}

/**
 * True if a heartbeat was sent before the stored one but arrives after it, so that it changes nothing
 * (rules.md#heartbeats-5). If the clock of the sender was set back, every heartbeat looks like this, so a heartbeat
 * counts as outdated only for some time after the stored one was received.
 */
export function isOutdated({ createTime }: ArrivedHeartbeat, stored: StoredHeartbeat, now: string): boolean {
  if (createTime === undefined || createTime >= stored.createTime) return false
  return Date.parse(now) - Date.parse(stored.receiveTime) <= LIMITS.lateOpening * 1000
}

/** Converts a stored heartbeat to the form that answers contain at the time `now`. */
export function showHeartbeat(stored: StoredHeartbeat, now: string): Heartbeat {
  const { isSlow, isMissed: _, ...fields } = stored
  const { id, origin, tags, attributes, createTime, timeout, receiveTime, expireTime, customer } = fields
  const isOverdue = expireTime !== null && expireTime <= now
  return {
    ...{ id, origin, tags, attributes, type: 'Heartbeat', createTime, timeout, maxLatency: LIMITS.heartbeatLatency },
    ...{ receiveTime, expireTime, customer, latency: measureLatency(fields) },
    since: Math.max(0, Math.floor((Date.parse(now) - Date.parse(receiveTime)) / 1000)),
    status: isOverdue ? 'expired' : isSlow ? 'slow' : 'ok',
  }
}

function measureLatency({ createTime, receiveTime }: Pick<StoredHeartbeat, 'createTime' | 'receiveTime'>): number {
  return Math.max(0, Date.parse(receiveTime) - Date.parse(createTime))
}
