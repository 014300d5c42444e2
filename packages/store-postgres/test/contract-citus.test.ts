import { storeContract } from '@opsgraph/store-contract'
import { opsgraphContract } from '@opsgraph/use-case-contract'
import { afterAll, beforeEach, it, vi } from 'vitest'
import { CITUS_URL, startCitus } from './citus.js'
import { contractOn } from './contract-on.js'

/**
 * The tests that are skipped on Citus. For each test, the text says why Citus does not keep the guarantee that the test
 * checks (docs/scaling.md).
 */
const EXCEPT: ReadonlyMap<string, string> = new Map([
  ['should be atomic for other readers', 'the workers commit one after the other, so a reader may see a part'],
  [
    'should read the relations around a resource from one state',
    'one statement that asks several workers has a snapshot on each of them',
  ],
  [
    'should save one consistent state during concurrent writes',
    'each worker has its own snapshot, which begins when the first statement reaches this worker',
  ],
])

if (CITUS_URL === undefined) {
  it.skip('the contracts on Citus: set CITUS_URL to the coordinator of a cluster', () => undefined)
} else {
  beforeEach(({ task, skip }) => {
    const reason = EXCEPT.get(task.name)
    skip(reason !== undefined, reason)
  })
  // Tests of random data run hundreds of statements, and on Citus each of them asks several servers.
  vi.setConfig({ testTimeout: 180_000 })
  afterAll(() => vi.resetConfig())
  contractOn('Citus', startCitus, storeContract)
  contractOn('Citus', startCitus, opsgraphContract)
}
