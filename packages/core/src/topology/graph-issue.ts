import type { Issue, SubjectField } from '../issue.js'
import type { Edge } from './edge.js'
import type { DrawnNode } from './node.js'

/** The codes of rules.md#graph-validation. */
export const GRAPH_CODES = [
  'serviceNodeCount',
  'cycle',
  'serviceHasParent',
  'environmentNotUnderService',
  'duplicateEnvironment',
  'resourceUnderService',
  'resourceWithoutEnvironment',
  'resourceInMultipleEnvironments',
  'duplicateResource',
  'duplicateId',
  'idCollision',
  'selfLoop',
  'edgeEndpointMissing',
  'missingId',
  'missingLabel',
  'invalidKind',
  'invalidNode',
  'invalidEdge',
  'valueTooLong',
  'invalidPosition',
  'invalidParams',
  'invalidHierarchyConfig',
  'invalidNodes',
  'invalidEdges',
  'tooLarge',
] as const
export type GraphCode = (typeof GRAPH_CODES)[number]
export type GraphIssue = Issue<GraphCode>

/** A fault of one node or edge. */
export interface GraphFault {
  readonly code: GraphCode
  readonly message: string
  /** The field with the fault, if it is in a single one. */
  readonly field?: SubjectField
}

/** An issue about no single node or edge. */
export function graphIssue(code: GraphCode, path: string, message: string): GraphIssue {
  return { code, path, message }
}

/** An issue about a well-formed node; the path contains its id. */
export function nodeIssue(
  { id }: Pick<DrawnNode, 'id'>,
  index: number,
  { code, message, field }: GraphFault,
): GraphIssue {
  return { code, path: `nodes[${id}]`, message, subject: { kind: 'node', index, id, field: field ?? null } }
}

/** An issue about an edge, whose id is empty if it was sent without a usable one. */
export function edgeIssue({ id }: Pick<Edge, 'id'>, index: number, { code, message, field }: GraphFault): GraphIssue {
  const subject = { kind: 'edge', index, id: id === '' ? null : id, field: field ?? null } as const
  return { code, path: `edges[${index}]`, message, subject }
}

/** The same issue for callers who do not know the order of the graph that was checked. */
export function withoutIndex(issue: GraphIssue): GraphIssue {
  return issue.subject === undefined ? issue : { ...issue, subject: { ...issue.subject, index: null } }
}
