import { describe, expect, it } from 'vitest'
import { glyphOf } from './glyph.js'

const PLAIN = { kind: 'resource', icon: '', params: {} } as const
const DATABASE = glyphOf({ ...PLAIN, icon: 'database' })

describe('glyphOf', () => {
  it('should go by the icon, then by the type, then by the kind', () => {
    expect(DATABASE).not.toBe(glyphOf(PLAIN))
    expect(glyphOf({ ...PLAIN, params: { type: 'PostgreSQL database' } })).toBe(DATABASE)
    expect(glyphOf({ ...PLAIN, icon: 'mdi-database', params: { type: 'disk' } })).toBe(DATABASE)
    expect(glyphOf({ ...PLAIN, icon: 'constructor', params: { type: ['disk'] } })).toBe(glyphOf(PLAIN))
    expect(glyphOf({ ...PLAIN, kind: 'service', icon: 'database' })).not.toBe(DATABASE)
  })
})
