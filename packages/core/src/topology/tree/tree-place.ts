/** Where a node stands in a tree: the `step`-th child of the node at `parent`; the root has no parent. */
export interface TreePlace {
  readonly parent: TreePlace | undefined
  readonly step: number
}

export const ROOT: TreePlace = { parent: undefined, step: 0 }

/** Steps from the root, and steps to the node, that a path repeats: a tree may be thousands of levels deep. */
const TOLD_STEPS = 10

/** The path of a place, `tree.children[0].children[2]`; of a deep one its beginning and its end. */
export function pathOf(place: TreePlace): string {
  const steps: string[] = []
  for (let at = place; at.parent !== undefined; at = at.parent) steps.push(`.children[${at.step}]`)
  steps.reverse()
  if (steps.length <= 2 * TOLD_STEPS) return `tree${steps.join('')}`
  return `tree${steps.slice(0, TOLD_STEPS).join('')}…${steps.slice(-TOLD_STEPS).join('')}`
}
