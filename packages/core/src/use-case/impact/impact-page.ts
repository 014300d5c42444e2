import type { ExplainedImpact } from '../../impact/explain-services.js'
import type { PagedList } from '../../page.js'

/** The services, how badly alerts hurt each of them, and the alerts that reach no service. */
export interface ImpactPage extends PagedList<ExplainedImpact> {
  readonly unreached: {
    readonly total: number
    /** The ids of the 50 oldest alerts that reach no service, oldest first. */
    readonly alertIds: readonly string[]
  }
}
