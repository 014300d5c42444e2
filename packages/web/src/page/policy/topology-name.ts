import type { TopologySummary } from '../../api/schemas.js'

/** A topology in words: its name, and its service where that says more. */
export function topologyName({ name, service }: Pick<TopologySummary, 'name' | 'service'>): string {
  return name === service ? name : `${name} · ${service}`
}
