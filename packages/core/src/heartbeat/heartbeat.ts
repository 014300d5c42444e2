import { z } from 'zod'
import { OBJECT, SCALAR_AS_TEXT, SECONDS } from '../alert/alert-kinds.js'
import { LIMITS } from '../limits.js'
import { define, ID, REQUIRED_NAME, readOnly, STORED_TIME, TEXT, TIME } from '../schema/field.js'
import { defineNoun, type NewBody, nullable, open, optional, required, type Stored, set } from '../schema/noun.js'

/** The statuses of a heartbeat, the same as in Alerta. */
export const HEARTBEAT_STATUSES = ['ok', 'slow', 'expired'] as const

const STATUS = /* @__PURE__ */ define(() => z.enum(HEARTBEAT_STATUSES))
const COUNT = /* @__PURE__ */ define(() => z.int().meta({ minimum: 0 }))
const TAGS = /* @__PURE__ */ define(() => ({
  sent: readOnly(z.array(SCALAR_AS_TEXT)),
  stored: readOnly(z.array(z.string())),
}))

/**
 * Heartbeats. Each origin has one, which is renewed whenever the origin sends one (rules.md#heartbeats). The fields are
 * those of Alerta, and `expireTime`.
 */
export const HEARTBEAT = /* @__PURE__ */ defineNoun(() => ({
  id: 'Heartbeat',
  description: 'The last sign of life of an origin',
  fields: {
    id: set(ID),
    origin: required(REQUIRED_NAME, {
      description: 'The program that is alive, such as `backup/db-1`; the resource of the alert when it is overdue',
    }),
    tags: optional(TAGS, [], { description: 'The tags of the alert' }),
    attributes: optional(
      OBJECT,
      {},
      { description: '`environment`, `severity`, `service` and `group` of the alert; the others are its attributes' },
    ),
    type: set(z.literal('Heartbeat')),
    createTime: open(TIME, {
      description: 'When the origin sent it, by its own clock; if it is missing or ahead, the time of reception',
    }),
    timeout: optional(SECONDS, LIMITS.heartbeatTimeout, {
      description: 'Seconds after which the next heartbeat is overdue; 0 = never',
    }),
    maxLatency: set(COUNT, { description: 'A heartbeat with a larger `latency` is slow' }),
    receiveTime: set(STORED_TIME),
    expireTime: set(STORED_TIME.nullable(), { description: 'When the next heartbeat is overdue; null = never' }),
    customer: nullable(TEXT, { description: 'The customer whom the heartbeat concerns' }),
    latency: set(COUNT, { description: 'Milliseconds from `createTime` to `receiveTime`' }),
    since: set(COUNT, { description: 'Seconds since `receiveTime`' }),
    status: set(STATUS, {
      description: '`expired` = the next heartbeat is overdue; `slow` = the last one took too long to arrive',
    }),
  },
  takesOthers: true,
  example: {
    origin: 'backup/db-1',
    tags: ['nightly'],
    attributes: { environment: 'Production', severity: 'critical', service: ['shop'] },
    timeout: 90_000,
  },
  change: {},
}))

/** A heartbeat as answers contain it, with the fields that depend on the current time. */
export interface Heartbeat extends Stored<typeof HEARTBEAT> {}
/** A heartbeat that an origin sends. */
export interface HeartbeatInput extends NewBody<typeof HEARTBEAT> {}

/** A heartbeat as it is stored. */
export interface StoredHeartbeat
  extends Pick<
    Heartbeat,
    'id' | 'origin' | 'tags' | 'attributes' | 'customer' | 'timeout' | 'receiveTime' | 'expireTime'
  > {
  readonly createTime: string
  /** True if the heartbeat took too long to arrive. */
  readonly isSlow: boolean
  /** True if the server has raised the alert that the next heartbeat is overdue. */
  readonly isMissed: boolean
}
