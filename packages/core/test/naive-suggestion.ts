import type { Scene } from './suggest-scene.js'

type Pair = readonly [parent: string, child: string]

/**
 * A literal implementation of rules.md#suggestions. Returns the suggested edges in the order of the alerts. An edge is
 * a pair of labels.
 *
 * @param room how many nodes may be added
 */
export function naiveSuggestion({ topology, alerts, parents }: Scene, room: number): readonly Pair[] {
  const found: Pair[] = []
  const service = topology.nodes.find((node) => node.kind === 'service')?.label ?? ''
  const drawn = topology.nodes.map((node) => [node.kind, node.environment, node.label].join('\n'))
  for (const { environment, resource, resourceParent } of alerts) {
    const isNode = (name: string) => drawn.includes(['resource', environment, name].join('\n'))
    if (environment === '' || isNode(resource)) continue
    const mainParent = (name: string) => parents.get(environment)?.get(name)?.[0]
    const climb = (name: string | undefined, below: readonly string[]): readonly string[] => {
      if (name === undefined || below.includes(name) || below.length > 10) return [environment, ...below]
      return isNode(name) ? [name, ...below] : climb(mainParent(name), [name, ...below])
    }
    const stated = resourceParent === resource ? null : resourceParent
    const chain = climb(stated || mainParent(resource), [resource])
    const top = ['environment', environment, environment].join('\n')
    const added = chain.slice(1).map((name, at): Pair => [chain[at] ?? '', name])
    if (!drawn.includes(top)) added.unshift([service, environment])
    if (found.length + added.length > room) break
    found.push(...added)
    drawn.push(top, ...chain.slice(1).map((name) => ['resource', environment, name].join('\n')))
  }
  return found
}
