import { describe, expect, it } from 'vitest'
import { ACKNOWLEDGED, ALERT, OVER, SHOP, TEST } from '../../test/sample-notice.js'
import { firstAndLast, summarize } from './summary.js'
import { toOneLine, toVisibleLines, truncateEscaped } from './text.js'

const PATCH = { id: 'w', name: 'patch db5', count: 1 }
const DISK = { alertId: 'a', environment: 'Production', resource: 'db-1', event: 'DiskFull' }
const WARNING = { reason: 'lessSevere', count: 1, severity: 'warning', minSeverity: 'major' } as const
const DETAIL_LIMITS = { line: 200, text: 200, causes: 10, steps: 10, redundancy: 1 }

describe('summarize', () => {
  it.each([
    [SHOP, 'critical: Shop', 'From major to critical.'],
    [{ ...SHOP, from: null }, 'critical: Shop', 'It is critical.'],
    [{ ...SHOP, from: 'critical' }, 'critical: Shop', 'It is still critical, with other causes or unacknowledged.'],
    [ACKNOWLEDGED, 'critical, acknowledged: Shop', 'It is still critical. Somebody has acknowledged it.'],
    [
      { ...ACKNOWLEDGED, from: 'major' },
      'critical, acknowledged: Shop',
      'From major to critical. Somebody has acknowledged it.',
    ],
    [
      { ...SHOP, from: 'critical', repeat: true },
      'still critical: Shop',
      'It is still critical, and nobody has acknowledged it.',
    ],
    [OVER, 'over: Shop', 'It is over. It was critical.'],
    [
      { ...OVER, isLeft: true },
      'no longer told: Shop',
      'This subscription no longer reports the service: its settings have changed, or the service is gone. It may still hurt.',
    ],
    [ALERT, 'critical: DiskFull on db-1', 'It is critical.'],
    [{ ...ALERT, kind: 'unreached' }, 'critical: DiskFull on db-1 (reaches no service)', 'It is critical.'],
    [TEST, 'Test: On call', 'This is a test of a subscription. Nothing has failed.'],
    [{ ...SHOP, title: '' }, 'critical: shop', 'From major to critical.'],
  ] as const)('should say what has changed (%#)', (notice, headline, change) => {
    expect(summarize(notice, DETAIL_LIMITS)).toMatchObject({ headline, change })
  })

  it('should show as good only what is over, not what is no longer reported', () => {
    expect(summarize(OVER, DETAIL_LIMITS).tone).toBe('good')
    expect(summarize({ ...OVER, isLeft: true }, DETAIL_LIMITS).tone).toBe('neutral')
  })

  it.each([
    [[WARNING], 'below major now, warning', '1 alert still affects the service; it is warning.'],
    [
      [{ ...WARNING, count: 2 }],
      'below major now, warning',
      '2 alerts still affect the service; the worst is warning.',
    ],
    [[{ reason: 'silenced', count: 1 }], 'silenced', '1 alert is silenced.'],
    [
      [{ reason: 'silenced', count: 2, window: PATCH }],
      'silenced',
      '2 alerts are silenced, 1 of them by the maintenance window patch db5.',
    ],
    [
      [{ reason: 'silenced', count: 1, window: PATCH }],
      'silenced',
      '1 alert is silenced by the maintenance window patch db5.',
    ],
    [
      [{ reason: 'unreached', count: 1, severity: 'critical', alert: DISK }],
      'no longer reached',
      'DiskFull on db-1 no longer reaches the service; the alert is still active (critical).',
    ],
    [
      [{ reason: 'unreached', count: 3, severity: 'critical', alert: DISK }],
      'no longer reached',
      'DiskFull on db-1 and 2 more no longer reach the service; they are still active (the worst: critical).',
    ],
    [
      [{ reason: 'excluded', count: 1, severity: 'critical', alert: DISK }],
      'alerts excluded',
      'The catalog entry of the service excludes DiskFull on db-1; the alert is still active (critical).',
    ],
    [
      [{ reason: 'expired', count: 1, severity: 'critical', alert: DISK, lastReceiveTime: SHOP.time }],
      'no longer reported',
      `DiskFull on db-1 has expired: nothing was received since ${SHOP.time}, so nobody knows whether it is over.`,
    ],
    [[{ reason: 'held', count: 2 }], 'held by redundancy', 'Redundancy absorbs 2 alerts.'],
  ] as const)('should not call a service over if something remains (%#)', (remains, state, sentence) => {
    expect(summarize({ ...OVER, remains }, DETAIL_LIMITS)).toMatchObject({
      ...{ headline: `${state}: Shop`, tone: 'neutral', remains: [sentence] },
      change: 'It no longer counts for this subscription. It was critical.',
    })
  })

  it.each([
    [
      { reason: 'silenced', until: SHOP.time },
      'silenced',
      `The alert is silenced until ${SHOP.time}; it is still active (critical).`,
    ],
    [
      { reason: 'silenced', window: PATCH },
      'silenced',
      'The alert is silenced by the maintenance window patch db5; it is still active (critical).',
    ],
    [
      { reason: 'lessSevere', minSeverity: 'major', severity: 'unknown' },
      'below major now, unknown',
      'The alert is still active, but below major: it is unknown.',
    ],
    [
      { reason: 'expired', alert: DISK, lastReceiveTime: SHOP.time },
      'no longer reported',
      `The alert has expired: nothing was received since ${SHOP.time}, so nobody knows whether it is over.`,
    ],
    [{ reason: 'reached' }, 'reaches a service now', 'The alert reaches a service now; it is still active (critical).'],
    [
      { reason: 'unreached' },
      'no longer reached',
      'The alert no longer affects a service that this subscription selects; it is still active (critical).',
    ],
    [
      { reason: 'notSelected' },
      'no longer told',
      'This subscription no longer selects the alert; it is still active (critical).',
    ],
  ] as const)('should not call an alert over that is still active (%#)', (remainder, state, sentence) => {
    const remains = [{ count: 1, severity: 'critical', ...remainder } as const]
    const summary = summarize({ ...ALERT, from: 'critical', to: null, causes: [], remains }, DETAIL_LIMITS)
    expect(summary).toMatchObject({ headline: `${state}: DiskFull on db-1`, tone: 'neutral', remains: [sentence] })
  })

  it('should say why, what redundancy is left, and whom it concerns', () => {
    const redundancy = [...SHOP.redundancy, ...SHOP.redundancy]
    expect(summarize({ ...SHOP, environment: 'Production', redundancy }, DETAIL_LIMITS)).toMatchObject({
      tone: 'bad',
      causes: [{ alert: 'critical: DiskFull on db-1 (Production)', path: 'db-1 → orders-db → shop-api' }],
      redundancy: ['shop-web (Production): 1 of 3 healthy, 2 needed', 'and 1 more'],
      facts: ['Environment: Production', 'Owner: Team Shop'],
      links: [
        { title: 'Open in opsgraph', url: 'https://opsgraph.example.org/#/services/shop' },
        { title: 'Runbook', url: 'https://wiki.example.org/shop' },
      ],
      reason: 'Sent by the subscription On call',
    })
  })

  it.each(['alert', 'unreached'] as const)('should not repeat an alert of kind %s as its own cause', (kind) => {
    expect(ALERT.causes).toHaveLength(1)
    expect(summarize({ ...ALERT, kind }, DETAIL_LIMITS).causes).toEqual([])
  })

  it.each([
    ['javascript:alert(1)', undefined],
    ['not a url', undefined],
    [`https://wiki.example.org/${'x'.repeat(3_000)}`, undefined],
    ['https://wiki.example.org/a|b(c)[d]`e`<f>\n', 'https://wiki.example.org/a%7Cb%28c%29%5Bd%5D%60e%60%3Cf%3E'],
  ])('should link to the runbook %s only if it is a web page', (runbook, url) => {
    const links = summarize({ ...SHOP, link: '', runbook }, DETAIL_LIMITS).links
    expect(links).toEqual(url === undefined ? [] : [{ title: 'Runbook', url }])
  })

  it('should put names into one line', () => {
    const title = 'Shop\r\nBcc: eve@example.org\u2028\u202eevil'
    expect(summarize({ ...SHOP, title }, DETAIL_LIMITS).headline).toBe('critical: Shop Bcc: eve@example.org evil')
  })
})

describe('firstAndLast', () => {
  it.each([
    [5, ['a', 'b', 'c', 'd', 'e']],
    [4, ['a', 'b', '…', 'e']],
    [3, ['a', '…', 'e']],
  ])('should keep the first and the last items, at most %i', (most, kept) => {
    expect(firstAndLast(['a', 'b', 'c', 'd', 'e'], most)).toEqual(kept)
  })
})

describe('cut', () => {
  it.each([
    ['short', 5, 'short'],
    ['longer', 5, 'long…'],
    ['ab🙂cd', 4, 'ab…'],
    ['ab🙂cd', 5, 'ab🙂…'],
    ['👩‍👩‍👧‍👦', 4, '…'],
    ['e\u0301e\u0301', 3, 'e\u0301…'],
    ['e\u0301e\u0301', 2, '…'],
    ['', 2, ''],
  ])('should cut %s to %i units between characters: %s', (text, length, expected) => {
    expect(truncateEscaped(text, length)).toBe(expected)
  })

  it('should count what is escaped, and never cut within it', () => {
    expect(truncateEscaped('a&b', 7, (part) => part.replaceAll('&', '&amp;'))).toBe('a&amp;b')
    expect(truncateEscaped('a&bc', 7, (part) => part.replaceAll('&', '&amp;'))).toBe('a&amp;…')
  })
})

describe('oneLine and someLines', () => {
  it('should leave no control characters', () => {
    expect(toOneLine(' a\tb\r\n\u0007c\u2028d ')).toBe('a b c d')
    expect(toVisibleLines(' a\tb\r\n\u0007c\rd ')).toBe('a b\n c\nd')
  })
})
