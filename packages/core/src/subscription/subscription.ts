import { z } from 'zod'
import { OPEN_SEVERITY } from '../alert/alert-enums.js'
import { EMPTY_FILTER } from '../filter/filter.js'
import { FILTER } from '../filter/filter-schema.js'
import { searchText } from '../fold-case.js'
import { LIMITS } from '../limits.js'
import { define, ID, NAME, REQUIRED_NAME, readOnlyList, STORED_TIME, TEXT } from '../schema/field.js'
import { FILLED_TEXT, fieldHas, ifThenElse } from '../schema/field-rules.js'
import {
  type Changes,
  defineNoun,
  type NewBody,
  nullable,
  optional,
  required,
  type Stored,
  setByServer,
  writeOnly,
} from '../schema/noun.js'
import type { SealedSecret } from '../secret/secret.js'

/** What a subscription reports: services (`impact`), alerts that reach no service, and single alerts. */
export const SUBSCRIPTION_KINDS = ['impact', 'unreached', 'alert'] as const
export type SubscriptionKind = (typeof SUBSCRIPTION_KINDS)[number]

/** The formats of messages, one for each kind of receiver. */
export const SUBSCRIPTION_FORMATS = ['json', 'slack', 'teams', 'mattermost', 'pagerduty', 'email'] as const
export type SubscriptionFormat = (typeof SUBSCRIPTION_FORMATS)[number]

const TOO_MANY_NAMES_ERROR = { error: `has more than ${LIMITS.subscriptionNames} names` }
const SERVICES_SCHEMA = /* @__PURE__ */ define(() =>
  readOnlyList(z.array(REQUIRED_NAME).max(LIMITS.subscriptionNames, TOO_MANY_NAMES_ERROR)),
)
/** The empty owner stands for services that have no owner. */
const OWNERS_SCHEMA = /* @__PURE__ */ define(() =>
  readOnlyList(z.array(NAME).max(LIMITS.subscriptionNames, TOO_MANY_NAMES_ERROR)),
)

const SECONDS_ERROR = { error: `must be a whole number of seconds from 0 to ${LIMITS.subscriptionSeconds}` }
const SECONDS_SCHEMA = /* @__PURE__ */ define(() =>
  z.int(SECONDS_ERROR).min(0, SECONDS_ERROR).max(LIMITS.subscriptionSeconds, SECONDS_ERROR),
)

const KINDS_SCHEMA = /* @__PURE__ */ define(() =>
  readOnlyList(
    z
      .array(z.enum(SUBSCRIPTION_KINDS))
      .min(1, { error: 'must have at least one kind' })
      .refine((kinds) => new Set(kinds).size === kinds.length, { error: 'has a kind twice' })
      .meta({ uniqueItems: true }),
  ),
)

/** Says in the schema of the body which fields each format needs. `mergeReceiver` checks the same. */
const RECEIVER_RULE = /* @__PURE__ */ define(() => {
  const withoutSecret = { enum: [null, ''] }
  const others = { required: ['url'], properties: { url: FILLED_TEXT, secret: withoutSecret } }
  return ifThenElse(fieldHas('format', { const: 'pagerduty' }), fieldHas('secret', FILLED_TEXT), others)
})

/** The schema of subscriptions (rules.md#subscriptions). */
export const SUBSCRIPTION = /* @__PURE__ */ defineNoun(() => ({
  id: 'Subscription',
  description: 'Somebody whom the server tells when services begin to hurt, and when they recover',
  bodies: { created: { dependentSchemas: { format: RECEIVER_RULE } } },
  fields: {
    id: setByServer(ID),
    name: required(REQUIRED_NAME),
    format: required(z.enum(SUBSCRIPTION_FORMATS), { description: 'What kind of receiver it is' }),
    url: optional(TEXT, '', {
      description:
        'Where the messages go: a URL, or `mailto:` and addresses with commas between them. Required, except for `pagerduty`. Answers show only its scheme and its host; if such a text is sent back, the stored address stays',
    }),
    secret: writeOnly(TEXT, {
      description: 'The routing key; required for `pagerduty`. For `json` the server makes a secret and shows it once',
    }),
    services: optional(SERVICES_SCHEMA, [], { description: 'The services to tell of; empty = all' }),
    owners: optional(OWNERS_SCHEMA, [], {
      description: 'The owners whose services to tell of; empty = all. With `services`, both must hold',
    }),
    minSeverity: optional(OPEN_SEVERITY, 'major', { description: 'What is less severe counts as over' }),
    filters: optional(FILTER, EMPTY_FILTER, { description: 'Which single alerts to tell of; {} = all of them' }),
    kinds: optional(KINDS_SCHEMA, ['impact'], {
      description:
        'What to tell of: `impact` = services that alerts hurt, `unreached` = alerts that reach no service, `alert` = single alerts',
    }),
    waitSeconds: optional(SECONDS_SCHEMA, 30, { description: 'A state is sent when it has stood that long' }),
    repeatSeconds: nullable(SECONDS_SCHEMA, {
      description: 'While nobody acknowledges, repeat after that long; null, 0 = never',
    }),
    unacknowledgedSeconds: nullable(SECONDS_SCHEMA, {
      description: 'Send only what has stood that long without being acknowledged; null, 0 = at once',
    }),
    enabled: optional(z.boolean(), true, { description: 'Whether anything is sent' }),
    stale: setByServer(z.boolean(), {
      description:
        'True if nothing can be sent, because the address was stored under another `SECRET_KEY`: send `url` and `secret` again',
    }),
    createTime: setByServer(STORED_TIME),
    updateTime: setByServer(STORED_TIME),
  },
  example: { name: 'On call', format: 'slack', url: 'https://hooks.slack.com/services/T0/B0/x', services: ['shop'] },
  change: { enabled: false },
}))

/** A subscription as answers contain it: without secrets, with a masked URL. */
export interface Subscription extends Stored<typeof SUBSCRIPTION> {}
/** A new subscription. */
export interface SubscriptionInput extends NewBody<typeof SUBSCRIPTION> {}
/** Changes of a subscription. Fields that are left out stay unchanged. */
export interface SubscriptionPatch extends Changes<typeof SUBSCRIPTION> {}

/** A subscription as it is stored. */
export interface StoredSubscription extends Omit<Subscription, 'stale'>, Receiver {}

/** Where the messages of a subscription go. The address and the secrets are encrypted. */
export interface Receiver extends Pick<Subscription, 'format'> {
  /** The address as answers show it (rules.md#subscriptions-4). */
  readonly url: string
  readonly address: SealedSecret
  /** The signing secret of `json`, the routing key of `pagerduty`; `null` for other formats. */
  readonly secret: SealedSecret | null
  /** The signing secret before the last rotation. Until `expires`, messages are signed with it too. */
  readonly previousSecret: { readonly secret: SealedSecret; readonly expires: string } | null
}

/** The fields of a subscription that decide when it reports a state. */
export type ReportingSettings = Pick<
  Subscription,
  'minSeverity' | 'waitSeconds' | 'repeatSeconds' | 'unacknowledgedSeconds'
>

/** Returns the text in which the filter `q` of the list searches. */
export function subscriptionSearchText({ name }: Pick<Subscription, 'name'>): string {
  return searchText([name])
}
