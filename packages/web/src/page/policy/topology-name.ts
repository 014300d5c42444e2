import type { TopologySummary } from '../../api/schemas.js'

/** Returns the display name of a topology: its name, and also its service if the two differ. */
export function topologyName({ name, service }: Pick<TopologySummary, 'name' | 'service'>): string {
  return name === service ? name : `${name} · ${service}`
}
