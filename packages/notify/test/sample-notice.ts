import { SEVERITIES } from '@opsgraph/core/pure'
import fc from 'fast-check'
import type { Notice } from '../src/notifier.js'

/** A service that hurts: what the documents show, too. */
export const SHOP: Notice = {
  id: '0198a5c2-7d1e-7c3a-9f00-1c2d3e4f5a6b',
  subscription: { id: '0198a5c0-0000-7000-8000-000000000001', name: 'On call' },
  kind: 'impact',
  object: 'shop',
  title: 'Shop',
  text: '',
  environment: '',
  sequence: 3,
  time: '2026-08-14T03:12:07.000Z',
  from: 'major',
  to: 'critical',
  acknowledged: false,
  repeat: false,
  causes: [
    {
      alertId: '0198a5c1-4b2a-7f10-8c00-0a1b2c3d4e5f',
      environment: 'Production',
      resource: 'db-1',
      event: 'DiskFull',
      severity: 'critical',
      path: ['db-1', 'orders-db', 'shop-api'],
    },
  ],
  redundancy: [{ environment: 'Production', resource: 'shop-web', of: 3, healthy: 1, minHealthy: 2 }],
  owner: 'Team Shop',
  runbook: 'https://wiki.example.org/shop',
  link: 'https://opsgraph.example.org/#/services/shop',
}

export const OVER: Notice = { ...SHOP, sequence: 4, from: 'critical', to: null, causes: [], redundancy: [] }
/** A service that is over, although an alert on it is silenced. */
export const SILENCED: Notice = {
  ...OVER,
  remains: [{ reason: 'silenced', count: 2, window: { id: 'w1', name: 'patch db-1', count: 1 } }],
}
export const ACKNOWLEDGED: Notice = { ...SHOP, acknowledged: true, from: 'critical' }
export const TEST: Notice = { ...SHOP, kind: 'test', from: null, causes: [], redundancy: [], text: '' }
export const ALERT: Notice = {
  ...SHOP,
  kind: 'alert',
  object: '0198a5c1-4b2a-7f10-8c00-0a1b2c3d4e5f',
  title: 'DiskFull on db-1',
  text: '/var is 98 % full',
  environment: 'Production',
  from: null,
  causes: SHOP.causes.map((cause) => ({ ...cause, path: [] })),
}

/** Every reason why alerts remain. */
export const REASONS = [
  'unreached',
  'excluded',
  'expired',
  'silenced',
  'lessSevere',
  'held',
  'reached',
  'notSelected',
] as const

/** Notices of all kinds, also with what no sender should send: markup, control characters, long names and paths. */
export function anyNotice(): fc.Arbitrary<Notice> {
  const severity = fc.constantFrom(null, ...SEVERITIES)
  const cause = fc.record({
    alertId: fc.uuid(),
    environment: anyName(),
    resource: anyName(),
    event: anyName(),
    severity: fc.constantFrom(...SEVERITIES),
    path: fc.oneof(fc.array(anyName(), { maxLength: 4 }), fc.constant(new Array(600).fill('リソース'.repeat(60)))),
  })
  const redundancy = fc.record({
    environment: anyName(),
    resource: anyName(),
    of: fc.nat(),
    healthy: fc.nat(),
    minHealthy: fc.nat(),
  })
  const notice = fc.record({
    id: fc.uuid(),
    subscription: fc.record({ id: fc.uuid(), name: anyName() }),
    kind: fc.constantFrom('impact', 'unreached', 'alert', 'test'),
    object: anyName(),
    title: anyName(),
    text: fc.oneof(anyName(), fc.constant('<!channel> @all `*_ \r\n'.repeat(50_000))),
    environment: anyName(),
    sequence: fc.nat(),
    time: fc.constant(SHOP.time),
    from: severity,
    to: severity,
    acknowledged: fc.boolean(),
    repeat: fc.boolean(),
    causes: fc.array(cause, { maxLength: 10 }),
    redundancy: fc.array(redundancy, { maxLength: 30 }),
    owner: anyName(),
    runbook: fc.oneof(fc.webUrl(), anyName()),
    link: fc.oneof(fc.webUrl(), fc.constant('')),
  })
  const remains = fc.array(anyRemainder(), { minLength: 1, maxLength: 5 })
  const over = fc.record({ remains, isLeft: fc.constant(true as const) }, { requiredKeys: [] })
  return fc.tuple(notice, over).map(([each, end]) => (each.to === null ? { ...each, ...end } : each))
}

// Helpers

function anyRemainder(): fc.Arbitrary<NonNullable<Notice['remains']>[number]> {
  const severity = fc.constantFrom(...SEVERITIES)
  const names = { environment: anyName(), resource: anyName(), event: anyName() }
  const all = {
    reason: fc.constantFrom(...REASONS),
    count: fc.integer({ min: 1 }),
    severity,
    minSeverity: severity,
    alert: fc.record({ alertId: fc.uuid(), ...names }),
    window: fc.record({ id: fc.uuid(), name: anyName(), count: fc.nat() }),
    until: fc.constant(SHOP.time),
    lastReceiveTime: fc.constant(SHOP.time),
  }
  return fc.record(all, { requiredKeys: ['reason', 'count', 'severity', 'minSeverity'] })
}

const HOSTILE = [
  '<!channel>',
  '<@U012AB3CD>',
  '<at>Eve</at>',
  '@channel',
  '@all',
  '[safe](https://evil.example.org)',
  '<https://evil.example.org|safe>',
  '`',
  '```',
  'a\r\nBcc: eve@example.org',
  '\u202e',
  '👩‍👩‍👧‍👦',
  '漢',
  '&amp;',
]

function anyName(): fc.Arbitrary<string> {
  const part = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom(...HOSTILE))
  const name = fc.array(part, { minLength: 1, maxLength: 30 }).map((parts) => parts.join(' ').slice(0, 255))
  return fc.oneof(name, fc.constant(''), fc.constant('漢'.repeat(255))).map((text) => text.toWellFormed())
}
