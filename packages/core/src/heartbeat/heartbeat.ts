import { z } from 'zod'
import { JSON_OBJECT_SCHEMA, SCALAR_AS_TEXT_SCHEMA, SECONDS_SCHEMA } from '../alert/alert-kinds.js'
import { LIMITS } from '../limits.js'
import { define, ID, REQUIRED_NAME, readOnlyList, STORED_TIME, TEXT, TIME } from '../schema/field.js'
import {
  defineNoun,
  type NewBody,
  nullable,
  optional,
  optionalWithoutDefault,
  required,
  type Stored,
  setByServer,
} from '../schema/noun.js'

/** The statuses of a heartbeat, the same as in Alerta. */
export const HEARTBEAT_STATUSES = ['ok', 'slow', 'expired'] as const

const HEARTBEAT_STATUS_SCHEMA = /* @__PURE__ */ define(() => z.enum(HEARTBEAT_STATUSES))
const COUNT_SCHEMA = /* @__PURE__ */ define(() => z.int().meta({ minimum: 0 }))
const TAGS_SCHEMA = /* @__PURE__ */ define(() => ({
  sent: readOnlyList(z.array(SCALAR_AS_TEXT_SCHEMA)),
  stored: readOnlyList(z.array(z.string())),
}))

/**
 * Heartbeats. Each origin has one, which is renewed whenever the origin sends one (rules.md#heartbeats). The fields are
 * those of Alerta, and `expireTime`.
 */
export const HEARTBEAT = /* @__PURE__ */ defineNoun(() => ({
  id: 'Heartbeat',
  description: 'The last sign of life of an origin',
  fields: {
    id: setByServer(ID),
    origin: required(REQUIRED_NAME, {
      description: 'The program that is alive, such as `backup/db-1`; the resource of the alert when it is overdue',
    }),
    tags: optional(TAGS_SCHEMA, [], { description: 'The tags of the alert' }),
    attributes: optional(
      JSON_OBJECT_SCHEMA,
      {},
      { description: '`environment`, `severity`, `service` and `group` of the alert; the others are its attributes' },
    ),
    type: setByServer(z.literal('Heartbeat')),
    createTime: optionalWithoutDefault(TIME, {
      description: 'When the origin sent it, by its own clock; if it is missing or ahead, the time of reception',
    }),
    timeout: optional(SECONDS_SCHEMA, LIMITS.heartbeatTimeout, {
      description: 'Seconds after which the next heartbeat is overdue; 0 = never',
    }),
    maxLatency: setByServer(COUNT_SCHEMA, { description: 'A heartbeat with a larger `latency` is slow' }),
    receiveTime: setByServer(STORED_TIME),
    expireTime: setByServer(STORED_TIME.nullable(), {
      description: 'When the next heartbeat is overdue; null = never',
    }),
    customer: nullable(TEXT, { description: 'The customer whom the heartbeat concerns' }),
    latency: setByServer(COUNT_SCHEMA, { description: 'Milliseconds from `createTime` to `receiveTime`' }),
    since: setByServer(COUNT_SCHEMA, { description: 'Seconds since `receiveTime`' }),
    status: setByServer(HEARTBEAT_STATUS_SCHEMA, {
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
