import type { AlertPolicy, CatalogService, Filter, Policy, RelationPolicy, WeightPolicy } from '@opsgraph/core'
import { EMPTY_FILTER } from '@opsgraph/core/store'
import fc from 'fast-check'
import { anyName, longestName, ODD_NAMES, ODD_TEXT } from './odd-text.js'
import { at, nextId } from './sample.js'

/** A filter with every kind of clause, every type of value, and nested groups. */
export const ELABORATE_FILTER: Filter = {
  operator: 'OR',
  clauses: [
    { key: 'severity', op: 'IN', value: ['major', 1.5, true, ''] },
    { key: 'service', op: 'NOT IN', value: 'shop, bank' },
    { operator: 'AND', clauses: [{ key: 'attributes.cpu', op: '>=', value: 97.5 }, EMPTY_FILTER] },
    { key: 'event', op: '!~', value: '^disk\\b' },
    { key: 'repeat', op: '=', value: false },
  ],
}

/** A filter with values that stores may lose or change, including characters that names must not contain. */
export const ODD_FILTER: Filter = {
  operator: 'AND',
  clauses: [
    ...ODD_NAMES.map((name) => ({ key: name, op: '=', value: name }) as const),
    { key: '__proto__', op: 'CONTAINS', value: ODD_TEXT },
    { key: 'numbers', op: 'IN', value: [0, -1, 0.1, 1e21, 1.7976931348623157e308, 5e-324, 9007199254740991] },
    { key: 'like numbers', op: 'IN', value: ['0', '01', '1e3', '-0', ODD_TEXT, ''] },
    [1, 2, 3, 4, 5, 6, 7, 8].reduce<Filter>((inner) => ({ operator: 'OR', clauses: [inner] }), EMPTY_FILTER),
  ],
}

/** Free text that is longer than any name and hard to compress. */
export const LONG_TEXT = Array.from({ length: 20 }, (_, seed) => longestName(seed)).join('')

/** Generates any filter without nested groups, with characters of every kind. */
export function anyFilter(): fc.Arbitrary<Filter> {
  const letter = fc.oneof(anyName(), fc.constantFrom('\u0000', '\ud800', '\udc00', '"', '\\'))
  const number = fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) => value + 0)
  const value = fc.oneof(fc.string({ unit: letter, maxLength: 5 }), number, fc.boolean())
  const clause = fc.record({ key: anyName(), op: fc.constant('IN' as const), value: fc.array(value, { maxLength: 4 }) })
  return fc.record({ operator: fc.constantFrom('AND', 'OR'), clauses: fc.array(clause, { maxLength: 4 }) })
}

export function sampleCatalogService(fields: Partial<CatalogService> = {}): CatalogService {
  return {
    serviceId: `service of ${nextId()}`,
    name: 'Shop',
    description: '',
    icon: 'server',
    owner: '',
    runbook: '',
    links: [],
    alertImpact: { severities: [], statuses: [], whitelist: EMPTY_FILTER, blacklist: EMPTY_FILTER },
    ...fields,
  }
}

export function sampleWeightPolicy(fields: Partial<WeightPolicy> = {}): WeightPolicy {
  return { ...samplePolicy(), weight: 0, topologyId: null, ...fields }
}

export function sampleRelationPolicy(fields: Partial<RelationPolicy> = {}): RelationPolicy {
  return { ...samplePolicy(), parent: 'vm-1', ...fields }
}

export function sampleAlertPolicy(fields: Partial<AlertPolicy> = {}): AlertPolicy {
  return { ...samplePolicy(), order: 100, webhookId: null, actions: [{ drop: true }], updateTime: at(0), ...fields }
}

function samplePolicy(): Policy {
  return { id: nextId(), name: 'Policy', description: '', filters: EMPTY_FILTER, status: 'active', createTime: at(0) }
}
