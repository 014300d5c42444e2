import type { ExplainedImpact } from '../../impact/explain-services.js'
import type { HoldingWindow } from '../../impact/service-impact.js'
import type { PagedList } from '../../page.js'

/** The services, how badly alerts hurt each of them, and the alerts that reach no service. */
export interface ImpactPage extends PagedList<ListedImpact>, ListedWindows {
  /** The number of all active alerts that are silenced. */
  readonly silencedCount: number
  readonly unreached: {
    readonly total: number
    /** The ids of the 50 oldest alerts that reach no service, oldest first. */
    readonly alertIds: readonly string[]
  }
}

export interface ListedImpact extends Omit<ExplainedImpact, 'windows'>, ListedWindows {}

/** The maintenance windows that hold alerts (rules.md#impact-on-services-12). */
export interface ListedWindows {
  /** At most 10, those that hold the most alerts first. */
  readonly windows: readonly ListedWindow[]
  /** True if more than 10 windows hold alerts; otherwise absent. */
  readonly windowsMore?: true
}

export interface ListedWindow extends HoldingWindow {
  /** When the window ends; `null` = it is over, and the alerts get back their status within 30 seconds. */
  readonly until: string | null
}
