/** The position of a node in a tree: child number `step` of the node at `parent`. The root has no parent. */
export interface TreePlace {
  readonly parent: TreePlace | undefined
  readonly step: number
}

export const ROOT: TreePlace = { parent: undefined, step: 0 }

/** Steps at the beginning and at the end of a path that are shown, because a tree may be thousands of levels deep. */
const SHOWN_STEPS = 10

/** The path of a place, e.g. `tree.children[0].children[2]`. If the place is deep, the middle of the path is left out. */
export function pathOf(place: TreePlace): string {
  const steps: string[] = []
  for (let at = place; at.parent !== undefined; at = at.parent) steps.push(`.children[${at.step}]`)
  steps.reverse()
  if (steps.length <= 2 * SHOWN_STEPS) return `tree${steps.join('')}`
  return `tree${steps.slice(0, SHOWN_STEPS).join('')}…${steps.slice(-SHOWN_STEPS).join('')}`
}
