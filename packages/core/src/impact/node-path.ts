/** Where a topology shows a failed resource (rules.md#root-causes-9; rules.md#root-causes-10). */
export interface NodePath {
  /**
   * `null` = there is no topology, or the topology has no node for any resource on the way up and no node for the
   * environment.
   */
  readonly nodeId: string | null
  /** The names from the failed resource to the resource of the node, both included. */
  readonly path: readonly string[]
}
