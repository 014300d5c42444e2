/** One fault of an input; it stops the operation. docs/errors.md lists the forms of `path`, e.g. `nodes[3].label`. */
export interface Issue<Code extends string = string> {
  readonly code: Code
  readonly path: string
  readonly message: string
  /** The node or edge that the issue is about; absent if it is about none, or about several nodes. */
  readonly subject?: IssueSubject
}

/** Fields of a node or of an edge. */
export const SUBJECT_FIELDS = [
  'id',
  'kind',
  'label',
  'icon',
  'params',
  'hierarchyConfig',
  'position',
  'source',
  'target',
] as const
export type SubjectField = (typeof SUBJECT_FIELDS)[number]

/**
 * A node or an edge of a graph (rules.md#graph-validation-8). The index finds it even if its id is missing or not
 * unique. The id finds it even if the lists that were checked are not the lists that were sent.
 */
export interface IssueSubject {
  readonly kind: 'node' | 'edge'
  /** The index in `nodes` or `edges`; `null` if the graph was merged, so that the sent lists have another order. */
  readonly index: number | null
  /** `null` if it was sent without an id, or with one that cannot be stored. */
  readonly id: string | null
  /** The field with the fault; `null` if the fault is in no single field. */
  readonly field: SubjectField | null
}
