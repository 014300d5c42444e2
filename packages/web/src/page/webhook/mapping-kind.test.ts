import { describe, expect, it } from 'vitest'
import { convertToKind, findKind, readPath, setPath } from './mapping-kind.js'

describe('mapping kinds', () => {
  it.each([
    ['path', 'a.b'],
    ['path', undefined],
    ['path', { path: 'a.b' }],
    ['literal', 5],
    ['literal', true],
    ['join', { path: 'a', join: ' ' }],
    ['expand', { path: 'a[]', expand: true }],
    ['keys', { path: 'a', keys: true }],
    ['choice', { path: 'a', if_true: 'major', if_false: 'ok' }],
    ['choice', { path: 'a', if_true: 'major' }],
    ['other', { path: 'a', if_true: { deep: 1 } }],
    ['other', { path: 'a', join: ' ', expand: true }],
    ['other', { path: 'a', join: ' ', keys: true }],
    ['other', { path: 'a', unknown: 1 }],
    ['other', { team: 'a' }],
    ['other', ['a']],
  ])('should recognize %s: %j', (kind, value) => {
    expect(findKind(value)).toBe(kind)
  })

  it('should keep the path if the kind changes', () => {
    for (const kind of ['path', 'join', 'keys', 'choice', 'expand'] as const) {
      const value = convertToKind({ path: 'a[].b', expand: true }, kind)
      expect([findKind(value), readPath(value)]).toEqual([kind, 'a[].b'])
    }
  })

  it('should change only the path', () => {
    expect(setPath({ path: 'a', join: ';' }, 'b')).toEqual({ path: 'b', join: ';' })
    expect(setPath('a', 'b')).toBe('b')
  })
})
