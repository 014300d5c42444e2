import { OpsgraphError } from '@opsgraph/core'
import { readTopologyImportOptions } from '@opsgraph/core/pure'
import { UsageError } from '../faults.js'
import { optionsOf, type TopologyImportFlags } from './answer.js'

/**
 * Validates the flags of an import before any file is read.
 *
 * @throws UsageError that names the flag and the allowed values
 */
export function readImportFlags(flags: TopologyImportFlags): ReturnType<typeof readTopologyImportOptions> {
  try {
    return readTopologyImportOptions(optionsOf(flags))
  } catch (error) {
    throw error instanceof OpsgraphError ? new UsageError(`--${error.message}`) : error
  }
}
