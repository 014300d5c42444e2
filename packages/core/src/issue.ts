/**
 * One fault of an input. An input with issues is refused. docs/errors.md lists the forms of `path`, for example
 * `nodes[3].label`.
 */
export interface Issue<Code extends string = string> {
  readonly code: Code
  readonly path: string
  readonly message: string
  /** The node or edge that the issue is about; absent if the issue is not about a single node or edge. */
  readonly subject?: IssueSubject
}

/** The fields of nodes and edges that an issue can name. */
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
export type IssueSubjectField = (typeof SUBJECT_FIELDS)[number]

/**
 * The node or edge that an issue is about (rules.md#graph-validation-8). The index identifies it even if its id is
 * missing or not unique. The id identifies it even if nodes and edges are checked in another order than they were sent.
 */
export interface IssueSubject {
  readonly kind: 'node' | 'edge'
  /**
   * The index in `nodes` or `edges`; `null` if the graph was merged with another graph, because merging changes the
   * order.
   */
  readonly index: number | null
  /** `null` if the node or edge was sent without an id, or with an id that cannot be stored. */
  readonly id: string | null
  /** The faulty field; `null` if the fault does not concern a single field. */
  readonly field: IssueSubjectField | null
}
