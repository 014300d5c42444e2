/** What the license of this installation allows. */
export interface License {
  /** Whether the Service Topology feature is included. */
  readonly topologyFeature: boolean
  /** How many topologies may exist; `null` = unlimited. */
  readonly topologyLimit: number | null
}
