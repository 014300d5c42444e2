import type { Filter, Node } from '@opsgraph/core'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']

/** An alert in answers of the API. */
export type Alert = Schemas['Alert']
/**
 * A topology whose nodes have the type `Node` of `@opsgraph/core`. The types of the OpenAPI document allow values of
 * any type in the `params` of a node, but `Node` allows only JSON values.
 */
export type Topology = Omit<Schemas['Topology'], 'nodes'> & { readonly nodes: readonly Node[] }
/** A topology without its graph. */
export type TopologySummary = Schemas['TopologySummary']
export type Assignments = operations['readAssignments']['responses'][200]['content']['application/json']

/** A filter as a form sends it. It may have faults, because the form does not validate it. */
export interface SentFilter {
  readonly operator?: Filter['operator'] | undefined
  readonly clauses?: readonly (SentClause | SentFilter)[] | undefined
}

type Clause = Exclude<Filter['clauses'][number], Filter>
export interface SentClause extends Pick<Clause, 'key' | 'op' | 'value'> {}
