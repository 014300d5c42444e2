import type { Issue } from '../issue.js'

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

export function graphIssue(code: GraphCode, path: string, message: string): GraphIssue {
  return { code, path, message }
}
