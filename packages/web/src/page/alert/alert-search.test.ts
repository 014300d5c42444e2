import { ACTIVE_STATUSES } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { alertsHeldBy, alertsHurting, UNREACHED_ALERTS } from '../../ui/alert-addresses.js'
import { addressOf, fieldsOf, filtersOf, isSearched, searchOf, searchOfFields, sortOf } from './alert-search.js'

const search = (address: string) => searchOf(new URLSearchParams(address))

describe('the search for alerts', () => {
  it('should be about active alerts unless the user says otherwise', () => {
    expect(filtersOf(search(''))).toEqual({ status: ACTIVE_STATUSES })
    expect(filtersOf(search('status=closed'))).toEqual({ status: ['closed'] })
    expect(filtersOf(search('status=any'))).toEqual({})
  })

  it('should find the alerts of a count of a service at the address of this count', () => {
    const filtersAt = (link: string) => filtersOf(search(link.slice(link.indexOf('?'))))
    expect(filtersAt(alertsHurting('a & b', 'unsilenced'))).toEqual({
      ...{ hurts: 'a & b', status: ['open', 'assign', 'ack', 'unknown'] },
    })
    expect(filtersAt(alertsHurting('shop', 'unacknowledged', 'critical'))).toEqual({
      ...{ hurts: 'shop', severity: 'critical', status: ['open', 'unknown'] },
    })
    expect(filtersAt(alertsHurting('shop', 'acknowledged')).status).toEqual(['assign', 'ack'])
    expect(filtersOf(search('status=silenced')).status).toEqual(['shelved', 'blackout'])
  })

  it('should find the alerts that a window holds, and those that reach no service', () => {
    const filtersAt = (link: string) => filtersOf(search(link.slice(link.indexOf('?'))))
    expect(filtersAt(alertsHeldBy('w&1'))).toEqual({ window: 'w&1', status: ['blackout'] })
    expect(filtersAt(alertsHeldBy('w', 'shop'))).toEqual({ hurts: 'shop', window: 'w', status: ['blackout'] })
    expect(filtersAt(UNREACHED_ALERTS)).toEqual({ unreached: true, status: ACTIVE_STATUSES })
  })

  it.each([
    ['', false],
    ['sort=createTime', false],
    ['status=any', false],
    ['status=ack', true],
    ['q=disk', true],
    ['hurts=shop&status=any', true],
    ['unreached=true', true],
    ['window=w', true],
  ])('should know whether %s asks for some of the alerts', (address, expected) => {
    expect(isSearched(search(address))).toBe(expected)
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
    const before = search('from=2030-07-06T02:00:00.000Z')
    expect(fieldsOf(before)).toMatchObject({ from: expect.stringMatching(/^2030-07-0\dT\d\d:00$/), to: '' })
    expect(searchOfFields(fieldsOf(before), search(''))).toEqual(before)
  })

  it('should keep the seconds of a time that the user has not changed', () => {
    const before = search('from=2030-07-06T02:00:30.500Z')
    expect(searchOfFields({ ...fieldsOf(before), q: 'disk' }, before)).toEqual({ ...before, q: 'disk' })
    expect(searchOfFields({ ...fieldsOf(before), from: '2030-07-06T03:01' }, before).from).toMatch(/:01:00\.000Z$/)
    expect(searchOfFields({ ...fieldsOf(before), from: '' }, before).from).toBe('')
  })

  it('should have no time if the time is not valid', () => {
    expect(searchOfFields(fieldsOf(search('from=soon')), search('from=soon')).from).toBe('')
  })
})
