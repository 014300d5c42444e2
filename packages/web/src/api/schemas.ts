import type { Node } from '@opsgraph/core'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']

/** An alert as the API answers it. */
export type Alert = Schemas['Alert']
/** With the node type of core: the OpenAPI document leaves the type of a node's data open, which is JSON here. */
export type Topology = Omit<Schemas['Topology'], 'nodes'> & { readonly nodes: readonly Node[] }
/** A topology in the list. */
export type TopologySummary = Schemas['Topology']
export type Assignments = operations['readAssignments']['responses'][200]['content']['application/json']
