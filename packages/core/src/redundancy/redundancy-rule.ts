import { z } from 'zod'
import { OPEN_SEVERITY } from '../alert/alert-enums.js'
import { searchText } from '../fold-case.js'
import { isObject } from '../json-value.js'
import { normalizeName } from '../name.js'
import { RELATION_SOURCE_SCHEMA, type ResourceKey } from '../relation/relation.js'
import { rankOf } from '../relation/relation-source.js'
import { Faults, REQUIRED_MESSAGE } from '../schema/body-error.js'
import { define, ID, NAME, REFERENCE, REQUIRED_NAME, STORED_TIME, TEXT } from '../schema/field.js'
import {
  defineNoun,
  type NewBody,
  nullable,
  optional,
  required,
  type Sent,
  type Stored,
  setByServer,
} from '../schema/noun.js'

const MIN_HEALTHY_MESSAGE = 'must be a whole number from 0, such as 2, or a percentage from 0% to 100%, such as "50%"'

/** How many children must be healthy: a number, or a percentage of all children. */
const MIN_HEALTHY_SCHEMA = /* @__PURE__ */ define(() => {
  const error = ({ input }: { readonly input?: unknown }) =>
    (input ?? undefined) === undefined ? REQUIRED_MESSAGE : MIN_HEALTHY_MESSAGE
  const percentage = z.string().regex(/^(?:100|[1-9]?[0-9])%$/, { error })
  return z.union([z.int({ error }).min(0, { error }), percentage], { error })
})

const EXAMPLE_RULE = { minHealthy: 2, degraded: 'warning', text: 'Two of three databases carry the load' }

/** Redundancy rules: how many children of a resource must be healthy (rules.md#redundancy-rules). */
export const REDUNDANCY_RULE = /* @__PURE__ */ defineNoun(() => ({
  id: 'RedundancyRule',
  description: 'While enough children of `resource` are healthy, the others do little harm to it',
  fields: {
    id: setByServer(ID),
    environment: optional(NAME, ''),
    resource: required(REQUIRED_NAME, { description: 'The resource whose children the rule counts' }),
    minHealthy: required(MIN_HEALTHY_SCHEMA, {
      description: 'How many children must be healthy: a number, or a percentage of all children, which is rounded up',
      examples: [2, '50%'],
    }),
    failedAt: optional(OPEN_SEVERITY, 'major', {
      description: 'A child has failed if an alert of this severity, or a worse one, arrives there',
    }),
    degraded: nullable(
      OPEN_SEVERITY,
      {
        description:
          'While enough children are healthy, what enters the resource from below is at most this severe; null = it ends there',
      },
      'warning',
    ),
    source: optional(RELATION_SOURCE_SCHEMA, 'manual', {
      description: 'Who states the rule; other sources than `manual` need the scope `admin:service_topologies`',
    }),
    sourceRef: nullable(REFERENCE, { description: 'The exact origin, such as the name of a CMDB' }),
    text: optional(TEXT, '', { description: 'For people: why, or a link' }),
    createTime: setByServer(STORED_TIME),
    updateTime: setByServer(STORED_TIME),
  },
  example: { ...EXAMPLE_RULE, environment: 'Production', resource: 'database' },
  change: {},
}))

export interface RedundancyRule extends Stored<typeof REDUNDANCY_RULE> {}
/** A rule that is not stored yet. */
export interface RedundancyRuleDraft extends Sent<typeof REDUNDANCY_RULE> {}
/** The body of a rule. Missing fields get their default values. The resource and its environment are in the query. */
export type RedundancyRuleInput = Omit<NewBody<typeof REDUNDANCY_RULE>, 'resource'> & { readonly resource?: string }

/** The body of a rule, in the OpenAPI document. */
export const RULE_BODY = /* @__PURE__ */ define(() =>
  REDUNDANCY_RULE.created.partial({ resource: true }).meta({
    id: 'RedundancyRuleBody',
    description:
      '`environment` and `resource` may be left out. If they are sent, they must be the same as in the query',
    examples: [EXAMPLE_RULE],
  }),
)

/**
 * Reads the rule of a resource. The body may repeat the names of the resource and its environment.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readRule(key: ResourceKey, body: unknown): RedundancyRuleDraft {
  if (!isObject(body)) return REDUNDANCY_RULE.readNew(body)
  const faults = new Faults()
  const read = faults.of(() => REDUNDANCY_RULE.readNew({ ...body, ...key }))
  for (const name of ['environment', 'resource'] as const) {
    const sent = body[name] ?? key[name]
    const isSame = typeof sent === 'string' && normalizeName(sent) === normalizeName(key[name])
    if (!isSame) faults.add(name, 'must be the same as in the query')
  }
  faults.throwIfAny()
  return read as RedundancyRuleDraft
}

/** True if a rule with this source may replace the stored rule of the same resource (rules.md#redundancy-rules). */
export function replacesRule(arrived: RedundancyRuleDraft, stored: RedundancyRule): boolean {
  return rankOf(arrived.source) <= rankOf(stored.source)
}

/** The text in which the filter `q` of the list searches. */
export function ruleSearchText({ resource, text }: RedundancyRule): string {
  return searchText([resource, text])
}
