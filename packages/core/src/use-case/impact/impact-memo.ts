import type { Impact } from '../../impact/impact-search.js'
import type { ServiceTopology } from '../../impact/service-impact.js'

/** The last impact of all active alerts that this process has computed; `undefined` = no impact is kept. */
export interface ImpactMemo {
  kept: KeptImpact | undefined
}

export interface KeptImpact {
  readonly impact: Promise<Impact>
  readonly versions: ImpactVersions
  /** The environments of the alerts. */
  readonly environments: readonly string[]
}

/** The versions of the data from which an impact is computed; `undefined` = the version is unknown. */
export interface ImpactVersions {
  readonly alerts: string | undefined
  readonly catalog: string | undefined
  readonly graph: string | undefined
  readonly topologies: ReadonlyMap<string, ServiceTopology>
}
