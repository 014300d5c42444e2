import { shopDocument } from './topology-door.js'

/** An invalid topology file (rules.md#topology-import-errors; rules.md#graph-validation). */
export interface RefusedFile {
  readonly title: string
  /** The content of the file. A text is sent unchanged, any other value as JSON. */
  readonly file: unknown
  /** A document that is imported before the file, in merge mode. */
  readonly before?: object
  /** The code and path of each fault that is reported, in order. */
  readonly faults: readonly Fault[]
}

export type Fault = readonly [code: string, path: string]

const shop = shopDocument()

/** The document of the service `shop`, with these keys replaced. */
export function changed(keys: Readonly<Record<string, unknown>>) {
  return { ...shop, ...keys }
}
