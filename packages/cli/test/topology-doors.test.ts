import { describe } from 'vitest'
import { topologyAttachmentsContract } from './topology-attachments-contract.js'
import { commandDoor, runHere } from './topology-command-door.js'
import { topologyNodesContract } from './topology-nodes-contract.js'
import { topologyRulesContract } from './topology-rules-contract.js'
import { topologyShapesContract } from './topology-shapes-contract.js'

describe('opsgraph topology plan, import and export', () => {
  const door = commandDoor()
  topologyShapesContract(door)
  topologyRulesContract(door)
  topologyNodesContract(door)
})

describe('opsgraph topology import, in this process', () => topologyAttachmentsContract(commandDoor(runHere)))
