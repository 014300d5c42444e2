import type { Impact } from '../../impact/impact-search.js'
import type { ServiceTopology } from '../../impact/service-impact.js'

/** The impact of the active alerts that this process has computed last; `undefined` = none is kept. */
export interface ImpactMemo {
  kept: KeptImpact | undefined
}

export interface KeptImpact {
  readonly impact: Promise<Impact>
  readonly versions: ImpactVersions
  /** The environments of the alerts. */
  readonly environments: readonly string[]
}

/** The versions of the data from which an impact is computed; `undefined` = the store does not know the version. */
export interface ImpactVersions {
  readonly alerts: string | undefined
  readonly catalog: string | undefined
  readonly graph: string | undefined
  readonly topologies: ReadonlyMap<string, ServiceTopology>
}
