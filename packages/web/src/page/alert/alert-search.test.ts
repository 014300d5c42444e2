import { ACTIVE_STATUSES } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { buildHeldAlertsPath, buildHurtingAlertsPath, UNREACHED_ALERTS_PATH } from '../../ui/page-links.js'
import {
  isSearched,
  readFormFields,
  readSearch,
  readSort,
  toFilters,
  toFormFields,
  toSearchParams,
} from './alert-search.js'

const search = (address: string) => readSearch(new URLSearchParams(address))

describe('the search for alerts', () => {
  it('should be about active alerts unless the user says otherwise', () => {
    expect(toFilters(search(''))).toEqual({ status: ACTIVE_STATUSES })
    expect(toFilters(search('status=closed'))).toEqual({ status: ['closed'] })
    expect(toFilters(search('status=any'))).toEqual({})
  })

  it('should find the alerts of a count of a service at the address of this count', () => {
    const filtersAt = (link: string) => toFilters(search(link.slice(link.indexOf('?'))))
    expect(filtersAt(buildHurtingAlertsPath('a & b', 'unsilenced'))).toEqual({
      ...{ hurts: 'a & b', status: ['open', 'assign', 'ack', 'unknown'] },
    })
    expect(filtersAt(buildHurtingAlertsPath('shop', 'unacknowledged', 'critical'))).toEqual({
      ...{ hurts: 'shop', severity: 'critical', status: ['open', 'unknown'] },
    })
    expect(filtersAt(buildHurtingAlertsPath('shop', 'acknowledged')).status).toEqual(['assign', 'ack'])
    expect(toFilters(search('status=silenced')).status).toEqual(['shelved', 'blackout'])
  })

  it('should find the alerts that a window holds, and those that reach no service', () => {
    const filtersAt = (link: string) => toFilters(search(link.slice(link.indexOf('?'))))
    expect(filtersAt(buildHeldAlertsPath('w&1'))).toEqual({ window: 'w&1', status: ['blackout'] })
    expect(filtersAt(buildHeldAlertsPath('w', 'shop'))).toEqual({ hurts: 'shop', window: 'w', status: ['blackout'] })
    expect(filtersAt(UNREACHED_ALERTS_PATH)).toEqual({ unreached: true, status: ACTIVE_STATUSES })
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
    expect(toFilters(search(address))).toEqual({
      ...{ q: 'disk', tag: 'db', severity: 'major' },
      from: '2030-01-06T02:00:00.000Z',
    })
    expect(new URLSearchParams(toSearchParams(search(address))).get('q')).toBe('disk')
    expect(toSearchParams({ ...search(''), service: '  ' })).toEqual({})
  })

  it('should show the worst alerts first unless the user says otherwise', () => {
    expect(readSort(search(''))).toBe('severity')
    expect(readSort(search('sort=-createTime'))).toBe('-createTime')
    expect(readSort(search('sort=nonsense'))).toBe('severity')
  })

  it('should keep a time as the instant that the clock of the browser shows', () => {
    const before = search('from=2030-07-06T02:00:00.000Z')
    expect(toFormFields(before)).toMatchObject({ from: expect.stringMatching(/^2030-07-0\dT\d\d:00$/), to: '' })
    expect(readFormFields(toFormFields(before), search(''))).toEqual(before)
  })

  it('should keep the seconds of a time that the user has not changed', () => {
    const before = search('from=2030-07-06T02:00:30.500Z')
    expect(readFormFields({ ...toFormFields(before), q: 'disk' }, before)).toEqual({ ...before, q: 'disk' })
    expect(readFormFields({ ...toFormFields(before), from: '2030-07-06T03:01' }, before).from).toMatch(/:01:00\.000Z$/)
    expect(readFormFields({ ...toFormFields(before), from: '' }, before).from).toBe('')
  })

  it('should have no time if the time is not valid', () => {
    expect(readFormFields(toFormFields(search('from=soon')), search('from=soon')).from).toBe('')
  })
})
