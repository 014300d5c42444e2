import { describe, expect, it } from 'vitest'
import { isDiskFull, isTransactionCollision, isUnreachable, sqlstateOf } from './sqlstate.js'

describe('sqlstateOf', () => {
  it.each(['23505', '57P01', '08006', 'HV00A', 'P0001', 'XX000'])('should read %s', (code) => {
    expect(sqlstateOf(Object.assign(new Error('refused'), { code }))).toBe(code)
  })

  it.each(['EPIPE', 'EPERM', 'EBUSY', 'E2BIG', 'ECONNRESET', '23505 ', '2350', 23505, undefined])(
    'should not accept %j as an SQLSTATE',
    (code) => {
      expect(sqlstateOf(Object.assign(new Error('write EPIPE'), { code }))).toBeUndefined()
    },
  )

  it('should not accept an object that is not an Error', () => {
    expect(sqlstateOf({ code: '23505' })).toBeUndefined()
  })
})

describe('isTransactionCollision', () => {
  it.each([
    ['23505', 'another transaction added the key first'],
    ['40001', 'another transaction changed rows that were read'],
    ['40P01', 'deadlock'],
  ])('should recognize %s as a collision: %s', (code) => {
    expect(isTransactionCollision(Object.assign(new Error('refused'), { code }))).toBe(true)
  })

  it.each(['23503', '40003', '57014', 'ECONNRESET'])('should not recognize %s as a collision', (code) => {
    expect(isTransactionCollision(Object.assign(new Error('refused'), { code }))).toBe(false)
  })
})

describe('isUnreachable', () => {
  it.each([
    ['08006', 'the connection was lost'],
    ['53100', 'the disk is full'],
    ['53300', 'there are too many connections'],
    ['57014', 'the statement took too long'],
    ['57P01', 'the server shuts down'],
    ['57P03', 'the server starts up'],
    ['25P03', 'the transaction was left open'],
    ['25P04', 'the transaction took too long'],
    ['55P03', 'a lock was held for too long'],
    ['26000', 'another client has used the session'],
    ['42P05', 'another client has used the session'],
    ['28P01', 'the password is wrong'],
    ['3D000', 'there is no such database'],
    ['58030', 'the disk is broken'],
  ])('should recognize %s as an unavailable database: %s', (code) => {
    expect(isUnreachable(refused({ code }))).toBe(true)
  })

  it.each(['md.c', 'fd.c', 'buffile.c', 'slru.c', 'xlog.c'])(
    'should recognize an internal error from %s, which writes files, as an unavailable database',
    (file) => expect(isUnreachable(refused({ code: 'XX000', file }))).toBe(true),
  )

  it.each(['multi_copy.c', 'placement_connection.c', 'remote_commands.c', 'remote_transaction.c'])(
    'should recognize an internal error from %s, which Citus reports for a lost worker, as an unavailable database',
    (file) => {
      const error = refused({ code: 'XX000', file })
      expect([isUnreachable(error), isDiskFull(error)]).toEqual([true, false])
    },
  )

  it.each(['23505', '40001', '40P01', '25P02', '42P01', '42501', '22P02', '57000', 'XX000', '25006'])(
    'should recognize %s as an error of the statement',
    (code) => expect(isUnreachable(refused({ code, file: 'execMain.c' }))).toBe(false),
  )

  it('should not recognize an error without an SQLSTATE as one', () => {
    expect(isUnreachable(refused({ code: 'EPIPE', file: 'md.c' }))).toBe(false)
  })
})

// Helpers

function refused(answer: { readonly code: string; readonly file?: string }) {
  return Object.assign(new Error('refused'), answer)
}
