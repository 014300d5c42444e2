import { OpsgraphError, readTopologyImportOptions, type TopologyImportOptions } from '@opsgraph/core'
import { UsageError } from '../faults.js'
import { optionsOf, type TopologyImportFlags } from './answer.js'

/**
 * Reads how topologies are to be imported, before any file is read.
 *
 * @throws UsageError that names the flag and what is allowed
 */
export function readImportFlags(flags: TopologyImportFlags): TopologyImportOptions {
  try {
    return readTopologyImportOptions(optionsOf(flags))
  } catch (error) {
    throw error instanceof OpsgraphError ? new UsageError(`--${error.message}`) : error
  }
}
