import { topologyAttachmentsContract } from '../../packages/cli/test/topology-attachments-contract.js'
import { topologyNodesContract } from '../../packages/cli/test/topology-nodes-contract.js'
import { topologyRulesContract } from '../../packages/cli/test/topology-rules-contract.js'
import { topologyShapesContract } from '../../packages/cli/test/topology-shapes-contract.js'
import { onThreeStores } from './on-three-stores.js'
import { httpDoor } from './topology-http-door.js'

onThreeStores((server) => {
  const door = httpDoor(server)
  topologyShapesContract(door)
  topologyRulesContract(door)
  topologyNodesContract(door)
  topologyAttachmentsContract(door)
})
