import { contractOn } from './contract-on.js'

contractOn('a server')
