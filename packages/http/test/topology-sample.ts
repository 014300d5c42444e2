export const PATH = '/api/service_topology'

/** The required fields of a topology. */
export const shop = { name: 'Shop', description: 'What sells', service: 'shop' }

/**
 * A graph of four nodes: a service, an environment, a resource and the child of this resource. The last edge has no id.
 */
export function sampleGraph(prefix = '') {
  const id = (name: string) => `${prefix}${name}`
  return {
    nodes: [
      { id: id('s'), kind: 'service', label: 'shop' },
      { id: id('e'), kind: 'environment', label: 'Production' },
      { id: id('host'), kind: 'resource', label: 'host' },
      { id: id('vm'), kind: 'resource', label: 'vm' },
    ],
    edges: [
      { id: id('1'), source: id('s'), target: id('e') },
      { id: id('2'), source: id('e'), target: id('host') },
      { source: id('host'), target: id('vm') },
    ],
  }
}
