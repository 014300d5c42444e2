import { describe, expect, it } from 'vitest'
import { changedFields } from './plan-topology-import.js'

const STORED = { name: 'Shop', description: 'Sells', serviceKpi: 'kpi', orientation: 'LR', schemaVersion: 2 } as const

describe('changedFields', () => {
  it.each([
    ['replace', {}, []],
    ['replace', { name: 'Shop', description: 'Sells', serviceKpi: 'kpi', orientation: 'LR' }, []],
    ['replace', { description: '', serviceKpi: null }, ['description', 'serviceKpi']],
    ['merge', { description: '', serviceKpi: null }, []],
    ['merge', { name: 'Store', orientation: 'TB' }, ['name', 'orientation']],
  ] as const)('should name what %s changes with %j', (mode, fields, changed) => {
    expect(changedFields({ service: 'shop', fields }, STORED, mode)).toEqual(changed)
  })

  it('should show that a tree becomes nodes and edges', () => {
    expect(changedFields({ service: 'shop', fields: {} }, { ...STORED, schemaVersion: 1 }, 'merge')).toEqual([
      'schemaVersion',
    ])
  })
})
