export { namesInFlightContract } from './names-in-flight-contract.js'
export { opsgraphContract } from './opsgraph-contract.js'
