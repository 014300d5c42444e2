import { shopDocument } from './topology-door.js'

/** A file that no import takes (rules.md#topology-import-errors; rules.md#graph-validation). */
export interface RefusedFile {
  readonly title: string
  /** Text is sent as it is, all else as JSON. */
  readonly file: unknown
  /** Imported before, by merging. */
  readonly before?: object
  /** Every fault that is told, in its order: code and path. */
  readonly faults: readonly Fault[]
}

export type Fault = readonly [code: string, path: string]

const shop = shopDocument()

/** The document of the shop, another one in these keys. */
export function changed(keys: Readonly<Record<string, unknown>>) {
  return { ...shop, ...keys }
}
