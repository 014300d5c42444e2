import { opsgraphContract } from '@opsgraph/use-case-contract'
import { describe } from 'vitest'
import { contractOn } from './contract-on.js'
import { ENGINES_OF_LONG_SUITES } from './engine.js'

/** Properties of the use-cases run at full length in memory, where a run takes a tenth of the time. */
const SHARE = 0.2

describe.each(ENGINES_OF_LONG_SUITES)('on %s', (name, start) => contractOn(name, start, opsgraphContract, SHARE))
