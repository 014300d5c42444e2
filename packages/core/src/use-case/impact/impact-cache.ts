import type { ExplainedImpact } from '../../impact/explain-services.js'
import type { TestedAlert } from '../../impact/hurt-services.js'
import type { HurtableServices } from '../../impact/hurtable-services.js'
import type { Impact } from '../../impact/impact-search.js'
import type { AppliedRule } from '../../impact/redundancy.js'
import type { HoldingWindow, ServiceTopology } from '../../impact/service-impact.js'
import type { UnknownNames } from '../../impact/unknown-names.js'
import type { WhyNot } from '../../impact/why-not.js'
import type { CompiledWindow } from '../../maintenance/compiled-window.js'
import type { PagedList } from '../../page.js'
import { SharedComputation } from '../concurrency/shared-computation.js'
import type { ActivePartVersions } from './active-alerts.js'

/** Caches the impact of all active alerts that this process has computed last. */
export class ImpactCache {
  /** Brings the impact up to date, for one caller at a time. */
  readonly computation = new SharedComputation<CurrentImpact>()
  /** The cached impact; `undefined` = no impact is cached. */
  cached: CachedImpact | undefined
  /**
   * The impacts whose states are all stored in the history of the services, each with the version of the subscriptions
   * to which it was reported.
   */
  readonly noticed = new WeakMap<Impact, string>()
}

export interface CurrentImpact {
  readonly impact: Impact
  /** Cached answers, keyed by request. */
  readonly pages: Map<string, CachedPage>
  /** The parts of the active alerts that were read; `undefined` = the store has no parts. */
  readonly alerts: ActivePartVersions | undefined
  /** The version of the service catalog; `undefined` = unknown. */
  readonly catalog: string | undefined
}

export interface CachedPage {
  readonly page: ImpactPage
  /** The maintenance windows that were in effect when the page was read. */
  readonly inEffect: readonly CompiledWindow[]
}

/** An impact, and the versions of the data from which it was computed. A version is `undefined` if it is unknown. */
export interface CachedImpact extends CurrentImpact {
  /** The alerts, keyed by id. */
  readonly testedAlerts: ReadonlyMap<string, TestedAlert>
  /**
   * The versions of snapshots that had the data of this impact. There may be several, because each connection to a
   * database has versions of its own.
   */
  readonly snapshots: ReadonlySet<string>
  /** The version of the relations; `undefined` also if not all relations were read from memory. */
  readonly graph: string | undefined
  readonly rules: ReadRules
  readonly topologies: ReadonlyMap<string, ServiceTopology>
  /** The services that have a topology or a catalog entry. */
  readonly services: HurtableServices
}

/** All redundancy rules, and their version. */
export interface ReadRules {
  readonly version: string
  readonly all: readonly AppliedRule[]
}

/** One page of the services with the impact on each, and the alerts that reach no service. */
export interface ImpactPage extends PagedList<ListedImpact>, ListedWindows {
  /** The number of all silenced alerts. */
  readonly silencedCount: number
  readonly unreached: {
    readonly total: number
    /** The ids of the 50 oldest alerts that reach no service, oldest first. */
    readonly alertIds: readonly string[]
    /** Why these alerts reach no service. */
    readonly reasons: readonly UnreachedReason[]
  }
  /** The names in the filters that choose no service; missing = there are none (rules.md#impact-on-services-15). */
  readonly unknown?: UnknownNames
}

/** Why an alert reaches no service. */
export interface UnreachedReason extends WhyNot {
  readonly alertId: string
}

export interface ListedImpact extends Omit<ExplainedImpact, 'windows'>, ListedWindows {}

/** The maintenance windows that silence alerts (rules.md#impact-on-services-12). */
export interface ListedWindows {
  /** At most 10, those that silence the most alerts first. */
  readonly windows: readonly ListedWindow[]
  /** True if more than 10 windows silence alerts; otherwise absent. */
  readonly windowsMore?: true
}

export interface ListedWindow extends HoldingWindow {
  /** When the window ends; `null` = it is over, and the alerts get back their status within 30 seconds. */
  readonly until: string | null
}
