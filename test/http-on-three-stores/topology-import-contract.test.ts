import { topologyFormatContract } from '../../packages/cli/test/topology-format-contract.js'
import { topologyImportContract } from '../../packages/cli/test/topology-import-contract.js'
import { onThreeStores } from './on-three-stores.js'
import { httpEntryPoint } from './topology-http-entry-point.js'

onThreeStores((server) => {
  const entry = httpEntryPoint(server)
  topologyFormatContract(entry)
  topologyImportContract(entry)
})
