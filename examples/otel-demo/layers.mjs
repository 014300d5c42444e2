/** Canvas units between two nodes. */
const GRID = { x: 220, y: 140 }

/**
 * Sorts things into layers so that everything stands below all that depends on it. Names are sorted in each layer.
 *
 * @param {readonly { readonly dependent: string, readonly dependency: string }[]} dependencies without loops
 * @returns {string[][]}
 */
export function layersOf(dependencies) {
  /** @type {string[][]} */
  const layers = []
  let open = new Set(dependencies.flatMap(({ dependent, dependency }) => [dependent, dependency]))
  while (open.size > 0) {
    const waiting = new Set(
      dependencies.filter(({ dependent }) => open.has(dependent)).map(({ dependency }) => dependency),
    )
    const layer = [...open].filter((name) => !waiting.has(name)).sort()
    if (layer.length === 0) throw new Error('the dependencies form a loop')
    layers.push(layer)
    open = new Set([...open].filter((name) => waiting.has(name)))
  }
  return layers
}

/**
 * Places layers below each other, each one centered.
 *
 * @param {readonly (readonly string[])[]} layers
 * @returns {Map<string, { x: number, y: number }>}
 */
export function positionsOf(layers) {
  return new Map(
    layers.flatMap((layer, row) =>
      layer.map((name, column) => [name, { x: (column - (layer.length - 1) / 2) * GRID.x, y: row * GRID.y }]),
    ),
  )
}
