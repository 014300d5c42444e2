import { describe, expect, it } from 'vitest'
import { remainderOfAlert, remaindersOfService } from './remains.js'

const NOON = '2026-01-01T12:00:00.000Z'
const SHOP = { counts: {}, acknowledgedCount: 0, silencedCount: 0, heldCount: 0, windows: [] } as const

describe('remaindersOfService', () => {
  it('should be empty if no alert is active', () => {
    expect(remaindersOfService(SHOP, { state: undefined, lost: [], expired: [], minSeverity: 'major' })).toEqual([])
  })

  it('should name every reason, in the order of the rule, with the worst of open and acknowledged alerts', () => {
    const window = { id: 'w', name: 'patch', count: 2 }
    const service = { ...SHOP, counts: { warning: 2 }, acknowledgedCount: 1, silencedCount: 3, heldCount: 4 }
    const state = { severity: 'warning', acknowledged: false, acknowledgedSeverity: 'minor' } as const
    const lost = [{ reason: 'unreached', count: 1 }] as const
    const names = { environment: 'P', resource: 'db', event: 'Down' }
    const last = { text: '', lastReceiveTime: NOON }
    const expired = [
      { id: 'a', ...names, ...last, severity: 'minor' },
      { id: 'b', ...names, ...last, severity: 'critical' },
      { id: 'c', ...names, ...last, severity: 'major' },
    ] as const
    const over = { state, lost, expired, minSeverity: 'major' } as const
    expect(remaindersOfService({ ...service, windows: [window] }, over)).toEqual([
      ...lost,
      { reason: 'expired', count: 2, severity: 'critical', alert: { alertId: 'b', ...names }, lastReceiveTime: NOON },
      { reason: 'silenced', count: 3, window },
      { reason: 'lessSevere', count: 3, severity: 'minor', minSeverity: 'major' },
      { reason: 'held', count: 4 },
    ])
  })
})

describe('remainderOfAlert', () => {
  it.each([
    [{ status: 'shelved' }, { reason: 'silenced' }],
    [
      { status: 'shelved', statusUntil: NOON },
      { reason: 'silenced', until: NOON },
    ],
    [
      { status: 'blackout', maintenance: { windowId: 'w', name: 'patch' } },
      { reason: 'silenced', window: { id: 'w', name: 'patch', count: 1 } },
    ],
    [{ severity: 'warning' }, { reason: 'lessSevere', severity: 'warning', minSeverity: 'major' }],
    [{}, { reason: 'notSelected' }],
  ] as const)('should say why the alert is over (%#)', (fields, expected) => {
    const alert = { severity: 'critical', status: 'open', statusUntil: null, ...fields } as const
    expect(remainderOfAlert(alert, 'major', 'notSelected')).toEqual({ count: 1, severity: 'critical', ...expected })
  })
})
