import { contractOn } from './contract-on.js'

contractOn('PGlite')
