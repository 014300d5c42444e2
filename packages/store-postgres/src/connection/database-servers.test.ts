import { describe, expect, it } from 'vitest'
import { readServers, requireTarget } from './database-servers.js'

describe('readServers', () => {
  it.each([
    ['postgres://me:pw@db/opsgraph', ['postgres://me:pw@db/opsgraph']],
    ['postgresql://db', ['postgresql://db']],
    ['postgres://me@/opsgraph?host=/run/postgresql', ['postgres://me@/opsgraph?host=/run/postgresql']],
    ['postgres:///opsgraph', ['postgres:///opsgraph']],
    [
      'postgres://me:a,b@db1:5432,[::1]:5433,db3/opsgraph?sslmode=verify-full',
      [
        'postgres://me:a,b@db1:5432/opsgraph?sslmode=verify-full',
        'postgres://me:a,b@[::1]:5433/opsgraph?sslmode=verify-full',
        'postgres://me:a,b@db3/opsgraph?sslmode=verify-full',
      ],
    ],
  ])('should read the hosts of %s', (connectionString, urls) => {
    expect(readServers(connectionString)).toEqual({ urls, target: 'any' })
  })

  it.each(['any', 'read-write', 'primary'])('should read target_session_attrs: %s', (target) => {
    expect(readServers(`postgres://db1,db2/opsgraph?sslmode=disable&target_session_attrs=${target}`).target).toBe(
      target,
    )
  })

  it.each(['read-only', 'standby', 'prefer-standby', 'writable', ''])(
    'should refuse target_session_attrs that allows read-only sessions, or is unknown: "%s"',
    (target) => {
      expect(() => readServers(`postgres://db/opsgraph?target_session_attrs=${target}`)).toThrow(
        expect.objectContaining({
          kind: 'invalid',
          message: `target_session_attrs must be one of any, read-write, primary, not "${target}", because opsgraph writes to its database`,
        }),
      )
    },
  )

  it.each(['db1:x,db2', 'db1,', ',db2', 'db1,,db2', 'db:99999', 'me:hunter2@x@y:z/w@db'])(
    'should refuse the hosts %s, and not repeat the password',
    (hosts) => {
      const read = () => readServers(`postgres://me:hunter2@${hosts}/opsgraph`)
      expect(read).toThrow(expect.objectContaining({ kind: 'invalid' }))
      expect(read).not.toThrow('hunter2')
    },
  )
})

describe('requireTarget', () => {
  const PRIMARY = { isStandby: false, isReadOnly: false }
  const READ_ONLY = { isStandby: false, isReadOnly: true }
  const STANDBY = { isStandby: true, isReadOnly: true }

  it.each([
    ['any', [PRIMARY, READ_ONLY, STANDBY], []],
    ['primary', [PRIMARY, READ_ONLY], [STANDBY]],
    ['read-write', [PRIMARY], [READ_ONLY, STANDBY]],
  ] as const)('should accept the same servers as libpq for %s', (target, accepted, refused) => {
    for (const state of accepted) expect(() => requireTarget(target, state)).not.toThrow()
    for (const state of refused) expect(() => requireTarget(target, state)).toThrow(`target_session_attrs is ${target}`)
  })
})
