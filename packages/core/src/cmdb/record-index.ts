import type { CmdbRecord } from './cmdb-record.js'

/** Records by index. Each resource is looked up once, because a file has many records. */
export interface RecordIndex {
  /**
   * The index of each record's parent; {@link NO_PARENT} if it has none, {@link NOT_IN_FILE} if the parent is not in
   * the list.
   */
  readonly parents: Int32Array
  /** For each record whose resource occurred before: the index of the first record with that resource. */
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
