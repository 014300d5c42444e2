import { BodyReader } from '../body-reader.js'

export const TRANSFER_MODES = ['replace', 'merge'] as const
/** `merge` adds and updates; `replace` makes the topology exactly what the file says. */
export type TransferMode = (typeof TRANSFER_MODES)[number]

export const POSITION_CHOICES = ['keep', 'file'] as const
/** Where a node stands after `merge` that was there before: where it stood, or where the file says. */
export type PositionChoice = (typeof POSITION_CHOICES)[number]

/** How topologies are to be imported (rules.md#topology-import). */
export interface TopologyImportOptions {
  readonly mode: TransferMode
  readonly positions: PositionChoice
  /** The service of files that name none; `` = there is none either. */
  readonly service: string
}

/**
 * Reads the options that a caller sends.
 *
 * @throws OpsgraphError `invalid`, naming the option
 */
export function readTopologyImportOptions(options: unknown): TopologyImportOptions {
  const reader = new BodyReader(options)
  const mode = reader.choice('mode', TRANSFER_MODES)
  if (mode === undefined) throw reader.fault('mode', `is required: ${TRANSFER_MODES.join(' or ')}`)
  return {
    mode,
    positions: reader.choice('positions', POSITION_CHOICES) ?? 'keep',
    service: reader.name('service') ?? '',
  }
}
