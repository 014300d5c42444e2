import { readOptions } from '../body-reader.js'
import type { OptionalFields } from '../optional-fields.js'

export const TRANSFER_MODES = ['replace', 'merge'] as const
/** `merge` adds and updates; `replace` makes the topology equal to the file. */
export type TransferMode = (typeof TRANSFER_MODES)[number]

export const POSITION_CHOICES = ['keep', 'file'] as const
/** The position of a stored node after a merge: `keep` = the stored position, `file` = the position in the file. */
export type PositionChoice = (typeof POSITION_CHOICES)[number]

/** The options of an import of topologies (rules.md#topology-import). */
export interface TopologyImportOptions {
  readonly mode: TransferMode
  readonly positions: PositionChoice
  /** The service of documents that name no service; empty if there is no default service. */
  readonly service: string
}

/** The options as a caller writes them. */
export interface TopologyImportOptionsInput extends OptionalFields<Pick<TopologyImportOptions, 'service'>> {
  readonly mode: TransferMode
  /** Which positions the nodes get; default: `keep`. */
  readonly positions?: PositionChoice | null | undefined
}

/**
 * Reads the options that a caller sends.
 *
 * @throws OpsgraphError `invalid`, naming the option
 */
export function readTopologyImportOptions(options: unknown): TopologyImportOptions {
  return readOptions(options, (reader) => {
    const mode = reader.choice('mode', TRANSFER_MODES)
    if (mode === undefined) throw reader.fault('mode', `is required: ${TRANSFER_MODES.join(' or ')}`)
    return {
      mode,
      positions: reader.choice('positions', POSITION_CHOICES) ?? 'keep',
      service: reader.name('service') ?? '',
    }
  })
}
