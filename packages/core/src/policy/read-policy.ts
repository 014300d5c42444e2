import { BodyReader } from '../body-reader.js'
import { readFilter } from '../filter/read-filter.js'
import { POLICY_STATUSES, type Policy, type RelationPolicy, type WeightPolicy } from './policy.js'

/** What a caller says of a policy; the rest is the server's. */
export type SentPolicy<Kind extends Policy> = Omit<Kind, 'id' | 'createTime'>

/** What a client that sends back what it has read may leave in. */
const IGNORED = ['id', 'createTime'] as const
const FIELDS = ['name', 'description', 'filters', 'status', ...IGNORED] as const

/**
 * Reads a new weight policy (rules.md#weight-policies): active, global and with weight 0 unless it says
 * otherwise.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readNewWeightPolicy(body: unknown): SentPolicy<WeightPolicy> {
  return readWeightPolicy({ ...newPolicy(body), weight: 0, topologyId: null }, body)
}

/**
 * Applies what is sent to a weight policy; what is not sent stays (rules.md#weight-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readWeightPolicy<Known extends SentPolicy<WeightPolicy>>(known: Known, body: unknown): Known {
  const reader = new BodyReader(body)
  reader.refuseOthers([...FIELDS, 'weight', 'topologyId'])
  const isMoved = reader.sent('topologyId') !== undefined
  return {
    ...readFields(known, reader),
    weight: reader.number('weight') ?? known.weight,
    topologyId: isMoved ? (reader.reference('topologyId') ?? null) : known.topologyId,
  }
}

/**
 * Reads a new relation policy (rules.md#relation-policies): active unless it says otherwise.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readNewRelationPolicy(body: unknown): SentPolicy<RelationPolicy> {
  return readRelationPolicy({ ...newPolicy(body), parent: new BodyReader(body).requiredName('parent') }, body)
}

/**
 * Applies what is sent to a relation policy; what is not sent stays (rules.md#relation-policies).
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readRelationPolicy<Known extends SentPolicy<RelationPolicy>>(known: Known, body: unknown): Known {
  const reader = new BodyReader(body)
  reader.refuseOthers([...FIELDS, 'parent'])
  const parent = reader.value('parent') === undefined ? known.parent : reader.requiredName('parent')
  return { ...readFields(known, reader), parent }
}

function newPolicy(body: unknown): SentPolicy<Policy> {
  const reader = new BodyReader(body)
  const name = reader.requiredName('name')
  const description = reader.text('description')
  if (description === undefined) throw reader.fault('description', 'is required')
  return { name, description, filters: readFilter(undefined, 'filters'), status: 'active' }
}

function readFields<Known extends SentPolicy<Policy>>(known: Known, reader: BodyReader): Known {
  return {
    ...known,
    name: reader.value('name') === undefined ? known.name : reader.requiredName('name'),
    description: reader.text('description') ?? known.description,
    filters: reader.value('filters') === undefined ? known.filters : readFilter(reader.value('filters'), 'filters'),
    status: reader.choice('status', POLICY_STATUSES) ?? known.status,
  }
}
