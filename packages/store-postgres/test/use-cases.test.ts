import { opsgraphContract } from '@opsgraph/use-case-contract'
import { describe } from 'vitest'
import { contractOn } from './contract-on.js'
import { ENGINES_OF_LONG_SUITES } from './engine.js'

describe.each(ENGINES_OF_LONG_SUITES)('on %s', (name, start) => contractOn(name, start, opsgraphContract))
