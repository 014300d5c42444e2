import { describe } from 'vitest'
import { topologyAttachmentsContract } from './topology-attachments-contract.js'
import { commandDoor, runHere } from './topology-command-door.js'
import { topologyNodesContract } from './topology-nodes-contract.js'
import { topologyRulesContract } from './topology-rules-contract.js'
import { topologyShapesContract } from './topology-shapes-contract.js'

describe('opsgraph topology plan, import and export', () => {
  topologyShapesContract(commandDoor())
})

describe('opsgraph topology plan, import and export, in this process', () => {
  const door = commandDoor(runHere)
  topologyRulesContract(door)
  topologyNodesContract(door)
  topologyAttachmentsContract(door)
})
