import type { Node } from '@opsgraph/core'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']

/** An alert in answers of the API. */
export type Alert = Schemas['Alert']
/**
 * A topology whose nodes have the type from core. In the OpenAPI document, the data of a node may have any type, but
 * here the data is JSON.
 */
export type Topology = Omit<Schemas['Topology'], 'nodes'> & { readonly nodes: readonly Node[] }
/** A topology in the list of topologies. */
export type TopologySummary = Schemas['Topology']
export type Assignments = operations['readAssignments']['responses'][200]['content']['application/json']
