import type { Node } from '@opsgraph/core/browser'
import type { components, operations } from './schema.js'

type Schemas = components['schemas']

/** What the API answers, under the names of its document. */
export type Alert = Schemas['Alert']
/** With nodes as core reads them: what the document leaves open in them is JSON. */
export type Topology = Omit<Schemas['Topology'], 'nodes'> & { readonly nodes: readonly Node[] }
/** A topology of the list. */
export type TopologySummary = Schemas['Topology']
export type Assignments = operations['readAssignments']['responses'][200]['content']['application/json']
