import type { RelationSource, Severity, WeightPolicy } from '@opsgraph/core'
import type { RelationClaim, Store } from '@opsgraph/core/store'

/** The functions and options that the author of a store provides for testing it. */
export interface StoreHarness {
  /** Opens an empty store. The contract calls this function once per test. Only one store is in use at any time. */
  open(): Promise<OpenedStore>
  /**
   * The number of runs of each property test is multiplied by this factor. If it is more than 1, the timeouts of the
   * tests are multiplied too. Default: 1.
   */
  readonly propertyFactor?: number
}

export interface OpenedStore {
  readonly store: Store
  /**
   * Reads the committed rows without the store, for example with SQL, or directly from the maps of a memory store. So
   * tests do not depend on the code under test. Rows may be returned in any order.
   */
  peek<Table extends keyof KeptRows>(table: Table): Promise<readonly KeptRows[Table][]>
}

/** The rows that {@link OpenedStore.peek} returns, by table. A row must have exactly these keys. */
export interface KeptRows {
  readonly relation: {
    readonly environment: string
    readonly resource: string
    readonly parent: string
    readonly source: RelationSource
    readonly sourceRef: string | null
  }
  readonly relationClaim: RelationClaim
  readonly redundancyRule: {
    readonly id: string
    readonly environment: string
    readonly resource: string
    readonly source: RelationSource
  }
  readonly resourceAlias: {
    readonly id: string
    readonly environment: string
    readonly alias: string
    readonly resource: string
  }
  readonly topology: {
    readonly id: string
    readonly service: string
    /** The ids of the nodes, in the saved order. */
    readonly nodes: readonly string[]
    /** The edges as `[source, target]`, in the saved order. */
    readonly edges: readonly (readonly [string, string])[]
  }
  /** The original tree of a topology. A tree is the format that an earlier release had for topologies. */
  readonly tree: { readonly topologyId: string; readonly tree: string }
  readonly alert: {
    readonly id: string
    readonly environment: string
    readonly resource: string
    readonly event: string
    readonly severity: Severity
  }
  readonly serviceTransition: {
    readonly service: string
    readonly sequence: number
    readonly to: Severity | null
  }
  readonly catalog: { readonly serviceId: string; readonly name: string; readonly icon: string }
  readonly weightPolicy: {
    readonly id: string
    readonly name: string
    readonly status: WeightPolicy['status']
    readonly weight: number
    readonly topologyId: string | null
  }
  readonly relationPolicy: {
    readonly id: string
    readonly name: string
    readonly status: WeightPolicy['status']
    readonly parent: string
  }
  readonly alertPolicy: {
    readonly id: string
    readonly name: string
    readonly status: WeightPolicy['status']
    readonly order: number
    readonly webhookId: string | null
  }
  readonly maintenance: { readonly id: string; readonly name: string; readonly overTime: string | null }
  readonly webhook: { readonly id: string; readonly name: string; readonly enabled: boolean }
  readonly webhookHistory: {
    readonly webhookId: string
    readonly kind: 'payload' | 'error'
    /** ISO 8601 in UTC with milliseconds. */
    readonly receivedAt: string
  }
  readonly webhookDelivery: { readonly webhookId: string; readonly key: string; readonly expires: string }
  readonly heartbeat: { readonly id: string; readonly origin: string; readonly isMissed: boolean }
  readonly subscription: { readonly id: string; readonly name: string; readonly enabled: boolean }
  readonly subscriptionOwed: {
    readonly subscription: string
    readonly kind: 'impact' | 'unreached' | 'alert'
    readonly object: string
    readonly rank: number
  }
  readonly subscriptionDelivery: { readonly subscription: string; readonly id: string }
  readonly apiKey: { readonly id: string; readonly digest: string }
  readonly audit: { readonly event: string; readonly user: string }
}
