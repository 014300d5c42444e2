import { SCOPES } from '@opsgraph/core/browser'
import { describe, expect, it } from 'vitest'
import { type Action, AREA_CHOICES, chosenOf, scopesOf } from './chosen-scopes.js'

describe('scopes of an API key', () => {
  it('should be one for each area that was chosen', () => {
    expect(scopesOf({ alerts: 'write', audit: 'read', keys: undefined })).toEqual(['read:audit', 'write:alerts'])
    expect(scopesOf({ '': 'admin' })).toEqual(['admin'])
    expect(scopesOf({})).toEqual([])
  })

  it('should be able to be every scope there is, each with an explanation', () => {
    const all = AREA_CHOICES.flatMap(({ area }) =>
      (['read', 'write', 'admin'] as const).flatMap((action: Action) => scopesOf({ [area]: action })),
    )
    expect(all.toSorted()).toEqual(SCOPES.toSorted())
    expect(AREA_CHOICES.filter(({ about }) => about === '')).toEqual([])
  })

  it('should be read back as what was chosen, the strongest action of each area', () => {
    for (const scope of SCOPES) expect(scopesOf(chosenOf([scope]))).toEqual([scope])
    expect(chosenOf(['read:alerts', 'write:alerts', 'admin'])).toEqual({ alerts: 'write', '': 'admin' })
    expect(chosenOf([])).toEqual({})
  })
})
