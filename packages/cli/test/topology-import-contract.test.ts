import { describe } from 'vitest'
import { commandEntryPoint, runHere } from './topology-command-entry-point.js'
import { topologyFormatContract } from './topology-format-contract.js'
import { topologyImportContract } from './topology-import-contract.js'

describe('opsgraph topology plan, import and export', () => {
  topologyFormatContract(commandEntryPoint())
})

describe('opsgraph topology plan, import and export, in this process', () => {
  const entry = commandEntryPoint(runHere)
  topologyImportContract(entry)
})
