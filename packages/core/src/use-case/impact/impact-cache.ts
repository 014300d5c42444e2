import type { Impact, ImpactSearch } from '../../impact/impact-search.js'
import type { ServiceTopology } from '../../impact/service-impact.js'
import type { CompiledWindow } from '../../maintenance/compiled-window.js'
import { SharedTurns } from '../concurrency/shared-turns.js'
import type { AlertParts } from './active-alerts.js'
import type { ImpactPage } from './impact-page.js'

/** The impact of all active alerts that this process has computed last. */
export class ImpactCache {
  /** Only one caller at a time brings the impact up to date. */
  readonly turns = new SharedTurns<CurrentImpact>()
  /** `undefined` = no impact is kept. */
  kept: KeptImpact | undefined
}

export interface CurrentImpact {
  readonly impact: Impact
  /** The pages that were read from the impact, by request. */
  readonly pages: Map<string, KnownPage>
}

export interface KnownPage {
  readonly page: ImpactPage
  /** The maintenance windows that were in effect when the page was read. */
  readonly inEffect: readonly CompiledWindow[]
}

/** An impact, and the versions of the data from which it was computed; `undefined` = unknown. */
export interface KeptImpact extends CurrentImpact {
  readonly search: ImpactSearch
  /**
   * The versions of snapshots that had the data of this impact; each connection to a database has versions of its own.
   */
  readonly snapshots: ReadonlySet<string>
  readonly alerts: AlertParts | undefined
  readonly catalog: string | undefined
  /** Also `undefined` if the relations were not all read from memory. */
  readonly graph: string | undefined
  readonly topologies: ReadonlyMap<string, ServiceTopology>
}
