export { fingerprintsPropertiesContract } from './fingerprints-properties-contract.js'
export { namesInFlightContract } from './names-in-flight-contract.js'
export { opsgraphContract } from './opsgraph-contract.js'
