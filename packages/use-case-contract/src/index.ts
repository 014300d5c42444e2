export { opsgraphContract } from './opsgraph-contract.js'
