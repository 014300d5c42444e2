import { describe, expect, it } from 'vitest'
import { isClosing } from '../alert/receive.js'
import { SEVERITIES } from '../alert/severity.js'
import { mergeConfig, readNewConfig } from './read-config.js'
import { endOfSilentWebhookAlert, restartsWait, silentWebhookAlert } from './silence.js'
import type { WebhookConfig } from './webhook-config.js'

const NOW = '2026-11-28T18:00:00.000Z'
const TOOLS = { keys: undefined, newNonce: () => new Uint8Array(12), newId: () => 'x', user: 'ann', now: NOW }
const BASE = readNewConfig({ id: 'grafana', name: 'Grafana Alerting' }, TOOLS)

describe('the fields expectEvery and expectSeverity', () => {
  it('should be null and major by default, and stay unless they are sent', () => {
    expect(BASE).toMatchObject({ expectEvery: null, expectSeverity: 'major' })
    const set = mergeConfig(BASE, { expectEvery: 300, expectSeverity: 'critical' }, TOOLS)
    expect(set).toMatchObject({ expectEvery: 300, expectSeverity: 'critical' })
    expect(mergeConfig(set, { name: 'other' }, TOOLS)).toMatchObject({ expectEvery: 300, expectSeverity: 'critical' })
    const none = mergeConfig(set, { expectEvery: null, expectSeverity: null }, TOOLS)
    expect(none).toMatchObject({ expectEvery: null, expectSeverity: 'critical' })
  })

  it.each([60, 61, 604_800])('should accept %s seconds', (expectEvery) => {
    expect(mergeConfig(BASE, { expectEvery }, TOOLS).expectEvery).toBe(expectEvery)
  })

  it.each([0, 59, 604_801, 60.5, -60, '300', true, {}, Number.NaN, Number.POSITIVE_INFINITY])(
    'should refuse %s',
    (expectEvery) => {
      expect(() => mergeConfig(BASE, { expectEvery }, TOOLS)).toThrow(
        'expectEvery must be null, or a whole number of seconds from 60 to 604800',
      )
    },
  )

  it('should refuse a severity that closes alerts, or is none', () => {
    for (const expectSeverity of SEVERITIES) {
      const closes = ['normal', 'ok', 'cleared'].includes(expectSeverity)
      const merge = () => mergeConfig(BASE, { expectSeverity }, TOOLS)
      if (closes) expect(merge).toThrow('expectSeverity must be one of security, critical, major')
      else expect(merge().expectSeverity).toBe(expectSeverity)
    }
    expect(() => mergeConfig(BASE, { expectSeverity: 'High' }, TOOLS)).toThrow('expectSeverity must be one of')
  })
})

describe('the alert about a silent webhook', () => {
  it('should say who is silent, since when, and what is expected', () => {
    const alert = silentWebhookAlert({ ...BASE, expectEvery: 300, expectSeverity: 'critical' }, NOW)
    expect(alert).toMatchObject({
      ...{ environment: 'Production', resource: 'grafana', event: 'WebhookSilent', service: [], severity: 'critical' },
      text: 'No delivery from webhook Grafana Alerting since 2026-11-28T18:00:00.000Z; one is expected every 5 minutes',
      ...{ timeout: 0, origin: 'opsgraph', eventTime: null, endTime: null, status: undefined },
    })
    expect(isClosing(alert, NOW)).toBe(false)
    expect(isClosing(endOfSilentWebhookAlert(BASE, 'it delivers again'), NOW)).toBe(true)
  })

  it.each([
    [60, 'minute'],
    [90, '90 seconds'],
    [300, '5 minutes'],
    [3_600, 'hour'],
    [5_400, '90 minutes'],
    [7_200, '2 hours'],
    [86_400, 'day'],
    [604_800, '7 days'],
  ])('should say %s seconds as %s', (expectEvery, words) => {
    expect(silentWebhookAlert({ ...BASE, expectEvery }, NOW).text).toMatch(
      new RegExp(`; one is expected every ${words}$`),
    )
  })

  it.each([
    [{ environment: ' Staging ', service: ['shop', 'billing', 'shop'] }, 'Staging', ['shop', 'billing']],
    [{ environment: 7, service: 'shop' }, '7', ['shop']],
    [{ environment: '', service: [null, '', {}, 'x'.repeat(256), 'shop'] }, 'Production', ['shop']],
    [{ environment: { a: 1 }, service: { a: 1 } }, 'Production', []],
    [{ environment: 'x'.repeat(256), service: '\u0000' }, 'Production', []],
  ])('should have environment and service of the default values %j, if an alert may have them', (...row) => {
    const [defaultValues, environment, service] = row
    const config = { ...BASE, defaultValues } as WebhookConfig
    expect(silentWebhookAlert(config, NOW)).toMatchObject({ environment, service })
  })
})

describe('restartsWait', () => {
  const [on, off] = [true, false].map((enabled) => ({ ...BASE, enabled, expectEvery: 300 })) as [
    WebhookConfig,
    WebhookConfig,
  ]
  const never = { ...on, expectEvery: null }
  it.each([
    ['created', undefined, on, true],
    ['created, but disabled', undefined, off, false],
    ['created without expectEvery', undefined, never, false],
    ['enabled', off, on, true],
    ['disabled', on, off, true],
    ['set', never, on, true],
    ['set to null', on, never, true],
    ['set to another time', on, { ...on, expectEvery: 600 }, true],
    ['set to another time while it is disabled', off, { ...off, expectEvery: 600 }, false],
    ['sent again as it is', on, { ...on }, false],
    ['changed in other fields', on, { ...on, name: 'other', expectSeverity: 'minor' as const }, false],
  ])('should say whether the webhook waits anew after it was %s', (_, before, after, expected) => {
    expect(restartsWait(before, after)).toBe(expected)
  })
})
