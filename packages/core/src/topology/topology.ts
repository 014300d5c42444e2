import type { Graph } from './graph.js'

export const ORIENTATIONS = ['TB', 'LR', 'CI'] as const
export type Orientation = (typeof ORIENTATIONS)[number]

/** The graph of one service (rules.md#topology-fields). Times are ISO 8601 in UTC with milliseconds. */
export interface Topology extends Graph {
  readonly id: string
  readonly name: string
  readonly description: string
  /** Of schemaVersion 2, at most one topology per service; never changes. */
  readonly service: string
  readonly serviceKpi: string | null
  readonly orientation: Orientation
  /** 2 = stored as nodes and edges; 1 = a tree of an earlier release, converted when read. */
  readonly schemaVersion: 1 | 2
  readonly createTime: string
  /** Later with every save, so that it tells versions apart. */
  readonly updateTime: string
}
