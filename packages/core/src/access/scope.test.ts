import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { requireRelationSource, requireScope } from './caller.js'
import { grantsScope, SCOPES, type Scope } from './scope.js'

describe('grantsScope', () => {
  it.each<[Scope, Scope, boolean]>([
    ['read:alerts', 'read:alerts', true],
    ['read', 'read:alerts', true],
    ['write:alerts', 'read:alerts', true],
    ['admin:alerts', 'write:alerts', true],
    ['admin:alerts', 'read:alerts', true],
    ['write', 'read:keys', true],
    ['read:alerts', 'write:alerts', false],
    ['read:alerts', 'read:keys', false],
    ['admin:service_topologies', 'read:alerts', false],
    ['admin:service_topologies', 'admin', false],
    ['write:alerts', 'write', false],
  ])('%s holds %s: %s', (held, needed, granted) => {
    expect(grantsScope([held], needed)).toBe(granted)
  })

  it('should grant everything to admin, and nothing without scopes', () => {
    for (const scope of SCOPES) {
      expect(grantsScope(['admin'], scope)).toBe(true)
      expect(grantsScope([], scope)).toBe(false)
    }
  })

  it('should grant every weaker scope', () => {
    const scope = () => fc.constantFrom(...SCOPES)
    fc.assert(
      fc.property(scope(), scope(), scope(), (strong, middle, weak) => {
        if (grantsScope([strong], middle) && grantsScope([middle], weak)) expect(grantsScope([strong], weak)).toBe(true)
      }),
    )
  })
})

describe('requireScope', () => {
  it('should name the missing scope', () => {
    const caller = { user: 'u', scopes: ['read' as const], requestId: null }
    expect(() => requireScope(caller, 'write:alerts')).toThrow('this needs the scope write:alerts')
    expect(() => requireScope(caller, 'read:alerts')).not.toThrow()
  })
})

describe('requireRelationSource', () => {
  const writer = { user: 'u', scopes: ['write:service_topologies' as const], requestId: null }
  const admin = { ...writer, scopes: ['admin:service_topologies' as const] }

  it('should allow the scope write to write only manual relations', () => {
    expect(() => requireRelationSource(writer, 'manual')).not.toThrow()
    for (const source of ['event', 'cmdb', 'topology', 'policy'] as const) {
      expect(() => requireRelationSource(writer, source)).toThrow('admin:service_topologies')
      expect(() => requireRelationSource(admin, source)).not.toThrow()
    }
  })
})
