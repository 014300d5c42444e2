import type { TreeFault, TreeUpgrade } from '@opsgraph/core'
import { describe, expect, it } from 'vitest'
import { logTreeUpgrades } from './tree-report.js'

describe('logTreeUpgrades', () => {
  it('should log the result for each tree, and the reason if it was not upgraded', () => {
    const fault: TreeFault = { code: 'cycle', path: 'edges', message: 'edges form a loop', label: null }
    expect(
      logged([
        upgrade('t1', { isUpgraded: true }),
        upgrade('t2', { issues: [fault], issueCount: 1 }),
        upgrade('t3', { rivals: ['t4', 't3'] }),
        upgrade('t4', { isUpgraded: true, rivals: ['t4', 't3'] }),
      ]),
    ).toEqual([
      ['info', 'tree upgraded', named('t1')],
      ['warn', 'tree not upgraded: it breaks rules', { ...named('t2'), issueCount: 1, issues: [fault] }],
      [
        'warn',
        'tree not upgraded: its service has another topology',
        { ...named('t3'), topologiesOfService: 2, upgraded: 't4' },
      ],
      ['info', 'tree upgraded', { ...named('t4'), topologiesOfService: 2 }],
    ])
  })

  it('should limit the faults in a line, and log their number', () => {
    const issues = Array.from({ length: 10_000 }, (_, index): TreeFault => {
      return { code: 'selfLoop', path: `edges[${index}]`, message: 'below itself', label: 'a' }
    })
    const [[, , fields] = []] = logged([upgrade('t1', { issues, issueCount: 10_000 })])
    expect(fields).toMatchObject({ issueCount: 10_000, issues: issues.slice(0, 20) })
  })
})

// Helpers

function upgrade(topologyId: string, fields: Partial<TreeUpgrade>): TreeUpgrade {
  return { ...named(topologyId), issues: [], issueCount: 0, isUpgraded: false, rivals: [], ...fields }
}

function named(topologyId: string) {
  return { topologyId, name: `Name of ${topologyId}`, service: 'shop' }
}

function logged(upgrades: readonly TreeUpgrade[]) {
  const lines: [level: string, message: string, fields: unknown][] = []
  const as = (level: string) => (fields: unknown, message?: string) => void lines.push([level, message ?? '', fields])
  logTreeUpgrades(upgrades, { info: as('info'), warn: as('warn') })
  return lines
}
