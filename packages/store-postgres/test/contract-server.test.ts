import { storeContract } from '@opsgraph/store-contract'
import { contractOn } from './contract-on.js'
import { ENGINES } from './engine.js'

contractOn('a server', ENGINES['a server'], storeContract)
