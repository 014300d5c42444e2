import { LIMITS, type Opsgraph } from '@opsgraph/core'
import { SEVERITIES, WHY_NOT_CODES } from '@opsgraph/core/pure'
import { z } from 'zod'
import { alertStatus, count, type FieldsOf, name, severity, time } from './fields.js'

type UnknownNames = Awaited<ReturnType<Opsgraph['readSubscriptionById']>>['unknown']

const path = z.array(name).meta({ description: 'From the failed resource to the resource of the node, both included' })
const nodeId = z
  .string()
  .nullable()
  .meta({ description: 'The nearest node on the way up, or else the node of the environment; null = there is neither' })

const namedAlert = z
  .strictObject({
    alertId: z.string(),
    environment: name,
    resource: name,
    event: name,
    severity,
    status: alertStatus,
    since: time.meta({ description: 'When the alert was created or last reopened' }),
  })
  .meta({ id: 'NamedAlert', description: 'An alert by its name' })

const OTHERS_META = { description: 'The first 100 of the other alerts, if the cause runs in a circle' }

const redundancy = z.strictObject({
  environment: name,
  resource: name,
  of: count.meta({ description: 'The children of the resource' }),
  healthy: count.meta({ description: 'The children that have not failed' }),
  minHealthy: count.meta({ description: 'How many healthy children suffice' }),
})

const causeFields = {
  arrives: severity
    .nullable()
    .meta({ description: 'How severe the alert is at the service; null = nothing of it arrives' }),
  explains: count.meta({ description: 'Active alerts that the cause explains, at most 1,000' }),
  explainsMore: z.literal(true).optional().meta({ description: 'Present if the cause explains more than 1,000' }),
  nodeId,
  path,
  alertsMore: z.literal(true).optional().meta({ description: 'Present if `alerts` leaves alerts out' }),
}

const serviceFields = {
  service: name,
  name: z.string(),
  owner: name.meta({ description: 'Who answers for the service; empty = the catalog does not say' }),
  runbook: z.string().meta({ description: 'The URL of the page that says what to do; empty = there is none' }),
  topologyId: z.string().nullable(),
  severity: severity
    .nullable()
    .meta({ description: 'The worst severity that arrives; null = nothing hurts the service' }),
  acknowledged: z.boolean().meta({ description: 'Whether only acknowledged alerts hurt the service' }),
  counts: z.partialRecord(severity, count).meta({ description: 'Open alerts by the severity that arrives' }),
  acknowledgedCount: count,
  silencedCount: count.meta({ description: 'Alerts with status shelved or blackout, which hurt nothing' }),
  heldCount: count.meta({ description: 'Open and acknowledged alerts that redundancy rules hold completely' }),
  redundancy: z.array(redundancy).meta({
    description:
      'The first 10 redundancy rules with a failed child whose resource reaches the service: broken ones first, then those with the fewest healthy children',
  }),
  redundancyTotal: count.meta({
    description: 'All redundancy rules with a failed child whose resource reaches the service',
  }),
  since: time.nullable().meta({ description: 'When the oldest alert that counts began' }),
  causesTotal: count,
}

export const rootCause = namedAlert.extend({ ...causeFields, alerts: z.array(namedAlert).optional().meta(OTHERS_META) })

export const holdingWindows = {
  windows: z
    .array(
      z.strictObject({
        id: z.string(),
        name: z.string().meta({ description: 'The name of the window' }),
        until: time.nullable().meta({ description: 'When the window ends; null = it is over, within 30 seconds' }),
        count: count.meta({ description: 'Alerts that the window holds' }),
      }),
    )
    .meta({ description: 'The first 10 maintenance windows that hold silenced alerts, the most alerts first' }),
  windowsMore: z.literal(true).optional().meta({ description: 'Present if `windows` leaves windows out' }),
}

const WORST_META = {
  description:
    'The newest of the worst open alerts that count, explained or not; if none is open, of the acknowledged ones',
}
const CAUSES_META = { description: 'The first 10 root causes' }

export const serviceImpact = z
  .strictObject({
    ...serviceFields,
    worst: namedAlert.nullable().meta(WORST_META),
    causes: z.array(rootCause).meta(CAUSES_META),
    ...holdingWindows,
  })
  .meta({ id: 'ServiceImpact', description: 'How much the active alerts hurt a service, and why' })

const simulatedAlert = namedAlert.extend({
  alertId: z.string().nullable().meta({ description: 'null = a failed resource, not a stored alert' }),
})

export const simulatedServiceImpact = z
  .strictObject({
    ...serviceFields,
    worst: simulatedAlert.nullable().meta(WORST_META),
    causes: z
      .array(simulatedAlert.extend({ ...causeFields, alerts: z.array(simulatedAlert).optional().meta(OTHERS_META) }))
      .meta(CAUSES_META),
    ...holdingWindows,
  })
  .meta({ id: 'SimulatedServiceImpact', description: 'How much the failures would hurt a service' })

/** The failed resources that affect no service, because redundancy rules absorb every failure. */
export const heldFailures = z
  .strictObject({
    total: count,
    resources: z
      .array(
        z.strictObject({
          resource: name,
          heldBy: z.array(redundancy).meta({ description: 'The first 10 of the rules that hold the failure' }),
        }),
      )
      .meta({ description: 'The first 50 of the resources' }),
  })
  .meta({ description: 'The failed resources that hurt no service because redundancy rules hold everything' })

/**
 * The names in a choice of services to which no service belongs (rules.md#impact-on-services-15;
 * rules.md#subscriptions-15).
 */
export const unknownNames = z
  .strictObject({
    services: z.array(name).meta({ description: 'The chosen services that do not exist' }),
    owners: z.array(name).meta({ description: 'The chosen owners that no service has' }),
    otherOwner: z.array(name).meta({ description: 'The chosen services whose owner is not chosen' }),
    near: z
      .array(z.strictObject({ name, near: name.meta({ description: 'The name that exists' }) }))
      .meta({ description: 'For the first five unknown services and owners: a similar name, if there is one' }),
  } satisfies FieldsOf<UnknownNames>)
  .meta({ id: 'UnknownNames', description: 'Names that choose no service now, perhaps by mistake' })

/** The resources that a simulation lets fail, but that nothing in the store names. */
export const unknownResources = z
  .array(
    z.strictObject({
      resource: name,
      near: z.array(z.strictObject({ environment: name, resource: name })).meta({
        maxItems: LIMITS.nearNames,
        description: 'Stored resources with a near name, those of the same environment first',
      }),
    }),
  )
  .meta({ description: 'The failed resources that no relation, node or alert names' })

export const pastCause = namedAlert
  .pick({ alertId: true, environment: true, resource: true, event: true, severity: true })
  .meta({ id: 'PastCause', description: 'A root cause, as it was at the time of the transition' })

const transition = z
  .strictObject({
    time: time.meta({ description: 'When the server noticed the new state' }),
    from: severity.nullable().meta({ description: 'The severity before; null = nothing hurt the service' }),
    to: severity.nullable().meta({ description: 'The severity since then; null = nothing hurts the service' }),
    acknowledged: z.boolean().meta({ description: 'Whether only acknowledged alerts hurt the service since then' }),
    causes: z.array(pastCause).meta({ description: 'The first 10 root causes at that time' }),
  })
  .meta({ id: 'Transition', description: 'From one state of a service to the next one' })

const secondsSpent = z.number().meta({ minimum: 0 })

export const serviceHistory = {
  service: name,
  from: time.meta({ description: 'The start of the range' }),
  to: time.meta({ description: 'The end of the range, exclusive' }),
  knownSince: time.nullable().meta({
    description: 'Since when the state is known, from `from` on; null = it is not known at any time before `to`',
  }),
  minutes: z.partialRecord(z.enum([...SEVERITIES, 'none']), secondsSpent).meta({
    description: 'The minutes of the known time at each severity; `none` = nothing hurt the service',
  }),
  share: secondsSpent.nullable().meta({
    maximum: 1,
    description: 'The share of the known time that was better than major; null = no time is known',
  }),
  transitions: z.array(transition).meta({ description: 'The transitions of the page, the newest first' }),
}

const whyNotFields = {
  code: z.enum(WHY_NOT_CODES).meta({ description: 'The first condition that fails' }),
  message: z.string().meta({ description: 'What is missing, and what to do' }),
}

export const childState = z
  .strictObject({
    resource: name,
    severity: severity.nullable().meta({ description: 'The worst that arrives at the child; null = nothing arrives' }),
    healthy: z
      .boolean()
      .nullable()
      .meta({ description: 'Whether the redundancy rule counts the child as healthy; null = there is no rule' }),
    worst: namedAlert.nullable().meta({
      description: 'The nearest alert that arrives with `severity`. It is in blackout only if all such alerts are',
    }),
  })
  .meta({ id: 'ChildState', description: 'A child of a resource, and the worst that arrives there' })

export const childrenCounted = redundancy
  .nullable()
  .meta({ description: 'The redundancy rule of the resource; null = it has no rule' })

/** Why an alert does not affect a service. */
const whyNot = z.strictObject(whyNotFields).meta({ id: 'WhyNot', description: 'Why an alert does not hurt a service' })

export const unreachedAlerts = z
  .strictObject({
    total: count,
    alertIds: z.array(z.string()),
    reasons: z
      .array(z.strictObject({ alertId: z.string(), ...whyNotFields }))
      .meta({ description: 'Why these alerts reach no service' }),
  })
  .meta({ description: 'The active alerts that reach no service, and the ids of the first 50 with the reasons' })

export const alertImpact = {
  services: z
    .array(
      z.strictObject({
        service: name,
        name: z.string(),
        topologyId: z.string().nullable(),
        counts: z.boolean().meta({
          description: 'false = the alert is silenced, the service leaves it out, or rules hold it completely',
        }),
        arrives: severity
          .nullable()
          .meta({ description: 'How severe the alert is at the service; null = rules hold it completely' }),
        heldBy: z.array(redundancy).meta({
          description:
            'The first 10 of the redundancy rules that hold the alert, or lower its severity, on its paths, by resource',
        }),
        heldByTotal: count.meta({ description: 'All redundancy rules that hold the alert or lower its severity' }),
        nodeId,
        path,
      }),
    )
    .meta({ description: 'The services that the alert reaches' }),
  explainedBy: z.array(namedAlert).meta({ description: 'The alerts that explain it directly' }),
  explains: z.array(namedAlert).meta({ description: 'The alerts that it explains directly' }),
  circle: z.array(namedAlert).meta({ description: 'The other alerts of the circle that the alert is in' }),
  why: whyNot.nullable().optional().meta({
    description: 'Why the alert does not hurt the service in the query; null = it does. Absent without a query',
  }),
}
