import type { CmdbRecord } from './cmdb-record.js'

/** A record as an item of a JSON file. Reading the item gives the same record again. */
export interface CmdbItem {
  readonly environment: string
  readonly resource: string
  readonly parents: readonly string[]
  readonly services: readonly string[]
  readonly type?: string
  /** A blank value is an empty text. */
  readonly attributes?: Readonly<Record<string, string>>
}

export function itemOf(record: CmdbRecord): CmdbItem {
  const { environment, resource, parents, services, type, attributes, blankKeys } = record
  const blank = blankKeys.filter((key) => !Object.hasOwn(attributes, key))
  const all =
    blank.length === 0
      ? attributes
      : Object.fromEntries([...Object.entries(attributes), ...blank.map((key) => [key, ''])])
  return {
    environment,
    resource,
    parents,
    services,
    ...(type !== null && { type }),
    ...(Object.keys(all).length > 0 && { attributes: all }),
  }
}
