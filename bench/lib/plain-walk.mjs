/** @import { Client } from 'pg' */

/** @typedef {{ resource: string, depth: number, path: readonly string[] }} Entry */

const STEPS = {
  ancestors: 'select resource, parent from relation where environment = $1 and resource = any($2)',
  descendants: 'select parent, resource from relation where environment = $1 and parent = any($2)',
}

/**
 * The least that a walk over stored relations does: one statement per level, a set of what was reached, the paths at
 * the end. No order among parents, no unchanging state, no other columns.
 *
 * @param {Client} client
 * @param {{ environment: string, resource: string, direction: keyof typeof STEPS, depth: number }} walk
 * @returns {Promise<readonly Entry[]>}
 */
export async function walkPlainly(client, { environment, resource: start, direction, depth }) {
  /** @type {Map<string, readonly string[]>} */
  const paths = new Map([[start, [start]]])
  /** @type {Entry[]} */
  const entries = []
  let frontier = [start]
  for (let level = 1; level <= depth && frontier.length > 0; level++) {
    const { rows } = await client.query({
      name: `plain-${direction}`,
      text: STEPS[direction],
      values: [environment, frontier],
      rowMode: 'array',
    })
    frontier = []
    for (const [from, to] of rows) {
      if (paths.has(to)) continue
      const path = [...(paths.get(from) ?? []), to]
      paths.set(to, path)
      entries.push({ resource: to, depth: level, path })
      frontier.push(to)
    }
  }
  return entries
}
