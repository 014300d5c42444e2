/**
 * The place of a node in a tree: `parent` is the place of the parent node, and `step` is the index of the node among
 * the children of this parent. The root has no parent.
 */
export interface TreePlace {
  readonly parent: TreePlace | undefined
  readonly step: number
}

export const ROOT: TreePlace = { parent: undefined, step: 0 }

/**
 * The number of steps that a shortened path shows at its beginning and at its end. A tree may be thousands of levels
 * deep.
 */
const SHOWN_STEPS = 10

/** The path of a place, for example `tree.children[0].children[2]`. The middle of a long path is left out. */
export function pathOf(place: TreePlace): string {
  const steps: string[] = []
  for (let at = place; at.parent !== undefined; at = at.parent) steps.push(`.children[${at.step}]`)
  steps.reverse()
  if (steps.length <= 2 * SHOWN_STEPS) return `tree${steps.join('')}`
  return `tree${steps.slice(0, SHOWN_STEPS).join('')}…${steps.slice(-SHOWN_STEPS).join('')}`
}
