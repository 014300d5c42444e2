import type { TopologySummary } from '../../api/schemas.js'

/** The display name of a topology: its name, and its service if they differ. */
export function topologyName({ name, service }: Pick<TopologySummary, 'name' | 'service'>): string {
  return name === service ? name : `${name} · ${service}`
}
