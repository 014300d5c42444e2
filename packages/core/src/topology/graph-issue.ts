import type { Issue, IssueSubjectField } from '../issue.js'
import type { DrawnNode, Edge } from './graph.js'

/** The codes of the issues about a graph (rules.md#graph-validation). */
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
  /** The faulty field, if the fault concerns a single field. */
  readonly field?: IssueSubjectField
}

/** Creates an issue that is not about a single node or edge. */
export function graphIssue(code: GraphCode, path: string, message: string): GraphIssue {
  return { code, path, message }
}

/** Creates an issue about a well-formed node. The path of the issue contains the id of the node. */
export function nodeIssue(
  { id }: Pick<DrawnNode, 'id'>,
  index: number,
  { code, message, field }: GraphFault,
): GraphIssue {
  return { code, path: `nodes[${id}]`, message, subject: { kind: 'node', index, id, field: field ?? null } }
}

/**
 * Creates an issue about an edge. If the edge was sent without a valid id, the argument `id` is the empty string, and
 * the id in the issue is `null`.
 */
export function edgeIssue({ id }: Pick<Edge, 'id'>, index: number, { code, message, field }: GraphFault): GraphIssue {
  const subject = { kind: 'edge', index, id: id === '' ? null : id, field: field ?? null } as const
  return { code, path: `edges[${index}]`, message, subject }
}

/**
 * Removes the index from an issue. The index means nothing to a caller who does not know the order of the checked
 * graph.
 */
export function withoutIndex(issue: GraphIssue): GraphIssue {
  return issue.subject === undefined ? issue : { ...issue, subject: { ...issue.subject, index: null } }
}
