import { changeWords } from '@opsgraph/core/pure'
import type { StoreHarness } from '@opsgraph/store-contract'
import { expect, it } from 'vitest'
import { SHOP } from './shop-document.js'
import { setStage } from './stage.js'
import { importing } from './transfer-scene.js'

/**
 * Tests the changes that an import of topologies lists in addition to its counters
 * (docs/decision/0011-listed-changes.md).
 */
export function listedChangesContract(harness: StoreHarness): void {
  it('should list changes by names and fields if they are requested', async () => {
    const { opsgraph } = await setStage(harness)
    const listed = async (document: object, mode: 'merge' | 'replace') => {
      const { changes = [] } = await importing(opsgraph, document, { mode, changes: true })
      return changes.map((change) => [change.action, ...Object.values(changeWords(change))])
    }
    expect(await listed(SHOP, 'merge')).toEqual([
      ['create', 'topology', '', ''],
      ['create', 'node', 'service Shop', ''],
      ['create', 'node', 'environment Production', ''],
      ...['web', 'db', 'cache'].map((name) => ['create', 'node', `${name} in environment Production`, '']),
      ['create', 'edge', 'service Shop -> environment Production', ''],
      ['create', 'edge', 'environment Production -> web in environment Production', ''],
      ['create', 'edge', 'web -> db in environment Production', ''],
      ['create', 'edge', 'environment Production -> cache in environment Production', ''],
      ['create', 'weight policy', 'hot', ''],
      ['create', 'catalog service', '', ''],
    ])
    const [service, environment, web, db] = SHOP.nodes
    const [toEnvironment, toWeb, toDb] = SHOP.edges
    const changed = {
      ...SHOP,
      topology: { ...SHOP.topology, name: 'Store', serviceKpi: null },
      nodes: [{ ...service, label: 'Store' }, environment, { ...web, icon: 'box', position: { x: 0, y: 0 } }, db],
      edges: [{ ...toEnvironment, id: 'other' }, toWeb, toDb],
      weightPolicies: [{ ...SHOP.weightPolicies[0], name: 'cold' }],
      catalogService: { ...SHOP.catalogService, icon: 'bag' },
    }
    expect(await listed(changed, 'replace')).toEqual([
      ['update', 'topology', '', 'name, serviceKpi'],
      ['update', 'node', 'service Store', 'label'],
      ['update', 'node', 'web in environment Production', 'icon, position'],
      ['remove', 'node', 'cache in environment Production', ''],
      ['update', 'edge', 'service Store -> environment Production', 'id'],
      ['remove', 'edge', 'environment Production -> cache in environment Production', ''],
      ['create', 'weight policy', 'cold', ''],
      ['remove', 'weight policy', 'hot', ''],
      ['update', 'catalog service', '', 'icon'],
    ])
    const policy = { ...changed.weightPolicies[0], weight: 8, status: 'active' }
    expect(await listed({ ...changed, weightPolicies: [policy] }, 'replace')).toEqual([
      ['update', 'weight policy', 'cold', 'weight, status'],
    ])
    expect(await importing(opsgraph, changed, { mode: 'replace' })).not.toHaveProperty('changes')
  })
}
