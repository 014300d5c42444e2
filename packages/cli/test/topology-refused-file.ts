import { shopDocument } from './topology-door.js'

/** An invalid topology file (rules.md#topology-import-errors; rules.md#graph-validation). */
export interface RefusedFile {
  readonly title: string
  /** A text is sent unchanged, anything else as JSON. */
  readonly file: unknown
  /** A file that is imported first, in merge mode. */
  readonly before?: object
  /** The reported faults in order: code and path. */
  readonly faults: readonly Fault[]
}

export type Fault = readonly [code: string, path: string]

const shop = shopDocument()

/** The document of the shop with other values for these keys. */
export function changed(keys: Readonly<Record<string, unknown>>) {
  return { ...shop, ...keys }
}
