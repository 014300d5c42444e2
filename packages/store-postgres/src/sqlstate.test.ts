import { describe, expect, it } from 'vitest'
import { sqlstateOf } from './sqlstate.js'

describe('sqlstateOf', () => {
  it.each(['23505', '57P01', '08006', 'HV00A', 'P0001', 'XX000'])('should read %s', (code) => {
    expect(sqlstateOf(Object.assign(new Error('refused'), { code }))).toBe(code)
  })

  it.each(['EPIPE', 'EPERM', 'EBUSY', 'E2BIG', 'ECONNRESET', '23505 ', '2350', 23505, undefined])(
    'should take %j for no SQLSTATE',
    (code) => {
      expect(sqlstateOf(Object.assign(new Error('write EPIPE'), { code }))).toBeUndefined()
    },
  )

  it('should take what is no error for no SQLSTATE', () => {
    expect(sqlstateOf({ code: '23505' })).toBeUndefined()
  })
})
