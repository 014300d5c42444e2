import type { Impact } from '../../impact/impact-search.js'
import type { ServiceTopology } from '../../impact/service-impact.js'

/** The impact of the active alerts that this process has computed last, and what it was computed from. */
export interface ImpactMemo {
  kept: KeptImpact | undefined
}

export interface KeptImpact {
  readonly impact: Promise<Impact>
  readonly environments: readonly string[]
  readonly alerts: string | undefined
  readonly catalog: string | undefined
  readonly graph: string | undefined
  readonly topologies: ReadonlyMap<string, ServiceTopology>
}
