import { describe } from 'vitest'
import { commandEntryPoint } from './topology-command-entry-point.js'
import { topologyFormatContract } from './topology-format-contract.js'
import { topologyImportContract } from './topology-import-contract.js'

describe('opsgraph topology plan, import and export', () => {
  const entry = commandEntryPoint()
  topologyFormatContract(entry)
  topologyImportContract(entry)
})
