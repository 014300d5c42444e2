import { storeContract } from '@opsgraph/store-contract'
import { contractOn } from './contract-on.js'
import { ENGINES } from './engine.js'

/** PGlite gets the same statements as a server, on which property tests run at full length (contract-server.test.ts). */
const SHARE = 0.2

contractOn('PGlite', ENGINES.PGlite, storeContract, SHARE)
