import { storeContract } from '@opsgraph/store-contract'
import { contractOn } from './contract-on.js'
import { ENGINES } from './engine.js'

contractOn('PGlite', ENGINES.PGlite, storeContract)
