import { SCOPES } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { type Action, AREA_CHOICES, listScopes, readScopeChoices } from './chosen-scopes.js'

describe('scopes of an API key', () => {
  it('should be one per chosen area', () => {
    expect(listScopes({ alerts: 'write', audit: 'read', keys: undefined })).toEqual(['read:audit', 'write:alerts'])
    expect(listScopes({ '': 'admin' })).toEqual(['admin'])
    expect(listScopes({})).toEqual([])
  })

  it('should include every scope of core, each with an explanation', () => {
    const all = AREA_CHOICES.flatMap(({ area }) =>
      (['read', 'write', 'admin'] as const).flatMap((action: Action) => listScopes({ [area]: action })),
    )
    expect(all.toSorted()).toEqual(SCOPES.toSorted())
    expect(AREA_CHOICES.filter(({ about }) => about === '')).toEqual([])
  })

  it('should convert back to the choice, with the strongest action of each area', () => {
    for (const scope of SCOPES) expect(listScopes(readScopeChoices([scope]))).toEqual([scope])
    expect(readScopeChoices(['read:alerts', 'write:alerts', 'admin'])).toEqual({ alerts: 'write', '': 'admin' })
    expect(readScopeChoices([])).toEqual({})
  })
})
