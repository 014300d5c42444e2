export { storeContract } from './store-contract.js'
export type { KeptRows, OpenedStore, StoreHarness } from './store-harness.js'
