import type { CmdbRecord } from './cmdb-record.js'

/** Records by their place in a list, each resource looked up once: a file has many. */
export interface RecordIndex {
  /** The place of each record's parent; {@link NO_PARENT} when it has none, {@link NOT_IN_FILE} when the list lacks it. */
  readonly parents: Int32Array
  /** The places of records whose resource an earlier record has, with the place of that one. */
  readonly duplicates: ReadonlyMap<number, number>
}

export const NO_PARENT = -1
export const NOT_IN_FILE = -2

export function indexRecords(records: readonly CmdbRecord[]): RecordIndex {
  const byEnvironment = new Map<string, Map<string, number>>()
  const duplicates = new Map<number, number>()
  for (let place = 0; place < records.length; place++) {
    const { environment, resource } = records[place] as CmdbRecord
    const places = byEnvironment.get(environment) ?? new Map<string, number>()
    if (places.size === 0) byEnvironment.set(environment, places)
    const known = places.get(resource)
    if (known === undefined) places.set(resource, place)
    else duplicates.set(place, known)
  }
  const parents = new Int32Array(records.length).fill(NO_PARENT)
  for (let place = 0; place < records.length; place++) {
    const { environment, parent } = records[place] as CmdbRecord
    if (parent !== null) parents[place] = byEnvironment.get(environment)?.get(parent) ?? NOT_IN_FILE
  }
  return { parents, duplicates }
}
