export { fingerprintsPropertiesContract } from './fingerprints-properties-contract.js'
export { opsgraphContract } from './opsgraph-contract.js'
