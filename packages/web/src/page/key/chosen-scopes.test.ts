import { SCOPES } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { type Action, AREA_CHOICES, chosenOf, scopesOf } from './chosen-scopes.js'

describe('scopes of an API key', () => {
  it('should be one per chosen area', () => {
    expect(scopesOf({ alerts: 'write', audit: 'read', keys: undefined })).toEqual(['read:audit', 'write:alerts'])
    expect(scopesOf({ '': 'admin' })).toEqual(['admin'])
    expect(scopesOf({})).toEqual([])
  })

  it('should include every scope of core, each with an explanation', () => {
    const all = AREA_CHOICES.flatMap(({ area }) =>
      (['read', 'write', 'admin'] as const).flatMap((action: Action) => scopesOf({ [area]: action })),
    )
    expect(all.toSorted()).toEqual(SCOPES.toSorted())
    expect(AREA_CHOICES.filter(({ about }) => about === '')).toEqual([])
  })

  it('should convert back to the choice, with the strongest action of each area', () => {
    for (const scope of SCOPES) expect(scopesOf(chosenOf([scope]))).toEqual([scope])
    expect(chosenOf(['read:alerts', 'write:alerts', 'admin'])).toEqual({ alerts: 'write', '': 'admin' })
    expect(chosenOf([])).toEqual({})
  })
})
