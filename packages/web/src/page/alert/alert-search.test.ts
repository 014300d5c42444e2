import { ACTIVE_STATUSES } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { addressOf, filtersOf, inputOf, searchOf, sortOf, timeOf } from './alert-search.js'

const search = (address: string) => searchOf(new URLSearchParams(address))

describe('the search for alerts', () => {
  it('should be about active alerts unless the user says otherwise', () => {
    expect(filtersOf(search(''))).toEqual({ status: ACTIVE_STATUSES })
    expect(filtersOf(search('status=closed'))).toEqual({ status: ['closed'] })
    expect(filtersOf(search('status=any'))).toEqual({})
  })

  it('should send only the filters in use', () => {
    const address = 'q=disk&tag=db&status=any&severity=major&from=2030-01-06T02:00:00.000Z&sort=createTime'
    expect(filtersOf(search(address))).toEqual({
      ...{ q: 'disk', tag: 'db', severity: 'major' },
      from: '2030-01-06T02:00:00.000Z',
    })
    expect(new URLSearchParams(addressOf(search(address))).get('q')).toBe('disk')
    expect(addressOf({ ...search(''), service: '  ' })).toEqual({})
  })

  it('should show the worst alerts first unless the user says otherwise', () => {
    expect(sortOf(search(''))).toBe('severity')
    expect(sortOf(search('sort=-createTime'))).toBe('-createTime')
    expect(sortOf(search('sort=nonsense'))).toBe('severity')
  })

  it('should keep a time as the instant that the clock of the browser shows', () => {
    expect(timeOf(inputOf('2030-07-06T02:00:00.000Z'))).toBe('2030-07-06T02:00:00.000Z')
    expect(timeOf('')).toBe('')
    expect(inputOf('')).toBe('')
  })
})
