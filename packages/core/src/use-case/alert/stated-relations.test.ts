import { describe, expect, it } from 'vitest'
import type { AlertInput } from '../../alert/alert-input.js'
import { readAlert } from '../../alert/read-alert.js'
import { claimOf, type DeclaredDraft } from '../../relation/relation-claim.js'
import { DeclaredRelations, relationsOfAlert } from './stated-relations.js'

describe('relationsOfAlert', () => {
  it('should state the parent and the children, with the origin as sourceRef', () => {
    const alert = received({ resourceParent: 'host-1', resourceChildren: ['disk-1'] })
    const stated = { environment: 'Production', source: 'event', sourceRef: 'zabbix' }
    expect(relationsOfAlert(alert)).toEqual([
      { ...stated, resource: 'disk-1', parent: 'web-1' },
      { ...stated, resource: 'web-1', parent: 'host-1', isReplaceable: true },
    ])
  })

  it('should state for good what an alert without an origin names', () => {
    const [stated] = relationsOfAlert(received({ resourceParent: 'host-1', origin: undefined }))
    expect(stated).not.toHaveProperty('isReplaceable')
  })

  it('should ignore one that names the alert itself', () => {
    expect(relationsOfAlert(received({ resourceParent: 'web-1', resourceChildren: ['web-1'] }))).toEqual([])
  })
})

describe('DeclaredRelations', () => {
  it('should state only the parent that an origin has named last for a resource', () => {
    const stated = all(
      { resourceParent: 'host-1' },
      { resourceParent: 'host-2' },
      { resourceParent: 'host-1', origin: 'nagios' },
      { resourceParent: 'host-3', resource: 'web-2' },
      { resourceParent: 'host-4', environment: 'Staging' },
    )
    expect(parentsOf(stated.drafts)).toEqual(['host-2', 'host-1', 'host-3', 'host-4'])
    expect(parentsOf(stated.named)).toEqual(['host-2', 'host-1', 'host-3', 'host-4'])
  })

  it('should keep what children, other policies and alerts without an origin state', () => {
    const stated = all(
      { resource: 'host-1', resourceChildren: ['web-1'] },
      { resourceParent: 'host-2', origin: undefined },
      { resourceParent: 'host-3' },
    )
    expect(parentsOf(stated.drafts)).toEqual(['host-1', 'host-2', 'host-3'])
    expect(parentsOf(stated.named)).toEqual(['host-3'])
  })

  it.each<[what: string, closing: Partial<AlertInput>]>([
    ['severity', { severity: 'ok' }],
    ['status', { status: 'closed' }],
    ['endTime', { endTime: '2025-12-31T00:00:00.000Z' }],
  ])('should replace nothing if the %s of an alert closes it', (_, closing) => {
    const stated = all({ resourceParent: 'host-1' }, { resourceParent: 'host-2', ...closing })
    expect(parentsOf(stated.drafts)).toEqual(['host-1', 'host-2'])
    expect(parentsOf(stated.named)).toEqual(['host-1'])
    stated.addAlert(received({ resourceParent: 'host-3' }))
    expect(parentsOf(stated.drafts)).toEqual(['host-3'])
  })

  it('should replace only stored claims that no alert states again', () => {
    const stated = all({ resourceParent: 'host-1' }, { resourceParent: 'host-2', severity: 'ok' })
    const stored = ['host-2', 'host-3'].map((parent) => {
      return claimOf({
        ...received({}),
        id: '',
        parent,
        source: 'event',
        sourceRef: 'zabbix',
        createTime: '',
        updateTime: '',
      })
    })
    expect(parentsOf(stated.replaced(stored))).toEqual(['host-3'])
  })
})

// Helpers

function received(fields: Partial<AlertInput>) {
  const alert = { resource: 'web-1', event: 'HttpDown', environment: 'Production', severity: 'major', origin: 'zabbix' }
  return readAlert({ ...alert, ...fields })
}

function all(...alerts: readonly Partial<AlertInput>[]): DeclaredRelations {
  const stated = new DeclaredRelations('2026-01-01T00:00:00.000Z')
  for (const alert of alerts) stated.addAlert(received(alert))
  return stated
}

function parentsOf(relations: readonly Pick<DeclaredDraft, 'parent'>[]): readonly string[] {
  return relations.map(({ parent }) => parent)
}
