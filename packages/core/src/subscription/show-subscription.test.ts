import { describe, expect, it } from 'vitest'
import type { Severity } from '../alert/severity.js'
import { EMPTY_FILTER } from '../filter/filter.js'
import { LIMITS } from '../limits.js'
import { deriveSecretKeys, NONCE_BYTES, sealSecret } from '../secret/secret.js'
import {
  applyObservation,
  applyTryResult,
  beginTry,
  findDueTime,
  type Observation,
  type OwedRow,
  type OwedState,
} from './owed.js'
import { showDelivery, showOwedMessages, showSubscription } from './show-subscription.js'
import type { StoredSubscription } from './subscription.js'

const [NOW, LATER] = ['2026-01-01T00:00:00.000Z', '2026-01-01T01:00:00.000Z']
const KEYS = deriveSecretKeys('the key')
const TELLING = { minSeverity: 'major', waitSeconds: 30, repeatSeconds: 600, unacknowledgedSeconds: null } as const

describe('showSubscription', () => {
  it('should show every field except the sealed ones, and whether they can be read', () => {
    const { address: _, secret: __, previousSecret: ___, ...fields } = STORED
    expect(showSubscription(STORED, KEYS, NOW)).toEqual({ ...fields, stale: false })
    expect(showSubscription(STORED, deriveSecretKeys('another'), NOW).stale).toBe(true)
    expect(showSubscription(STORED, undefined, NOW).stale).toBe(true)
  })
})

describe('showOwedMessages', () => {
  it('should show a state that waits, a try that failed, and nothing that was delivered', () => {
    const waiting = seenAt(undefined, 'critical')
    const due = '2026-01-01T00:00:30.000Z'
    const message = {
      kind: 'impact',
      id: 'shop',
      sequence: 1,
      from: null,
      to: 'critical',
      tries: 0,
      trying: false,
      error: null,
    }
    expect(shown(rowOf(waiting))).toEqual([{ ...message, nextTry: due }])
    const tried = triedFrom(waiting)
    const failed = applyTryResult(
      tried,
      { id: 'm', delivered: false, error: 'answered 500', retryAfter: null },
      LATER,
      10,
    )
    expect(shown(rowOf(failed))).toEqual([
      { ...message, tries: 1, error: 'answered 500', nextTry: '2026-01-01T01:00:10.000Z' },
    ])
    const delivered = applyTryResult(tried, { id: 'm', delivered: true, error: null, retryAfter: null }, LATER, 10)
    // The state will be repeated later. A repetition is not owed before its first try.
    expect(rowOf(delivered).due).not.toBeNull()
    expect(shown(rowOf(delivered))).toEqual([])
    expect(shown(rowOf(seenAt(delivered, null)))).toMatchObject([{ sequence: 2, from: 'critical', to: null, tries: 0 }])
  })

  it('should show a repetition while it is tried', () => {
    const end = { id: 'm', delivered: true, error: null, retryAfter: null }
    const delivered = applyTryResult(triedFrom(seenAt(undefined, 'critical')), end, NOW, 10)
    expect(shown(rowOf(triedFrom(delivered)))).toMatchObject([{ sequence: 2, tries: 1 }])
  })
})

describe('owedMessages, during a try', () => {
  it('should say that a try is running, and when another server tries again if it does not end', () => {
    const claimedUntil = '2026-01-01T01:00:30.000Z'
    const row = { ...rowOf(triedFrom(seenAt(undefined, 'critical'))), claimedUntil }
    expect(showOwedMessages([row], TELLING, LATER).owed).toMatchObject([
      { tries: 1, trying: true, nextTry: claimedUntil },
    ])
    expect(showOwedMessages([row], TELLING, claimedUntil).owed).toMatchObject([{ trying: false, nextTry: LATER }])
  })
})

describe('owedMessages, of many', () => {
  it('should list a limited number, the most severe first, then the first that is tried, and count all', () => {
    const owed = seenAt(undefined, 'critical')
    const rows = Array.from({ length: 250 }, (_, at): OwedRow => {
      const due = new Date(Date.parse(NOW) - at * 1_000).toISOString()
      return { ...rowOf(owed), object: `service-${at}`, rank: at === 7 ? 1 : 2, due }
    })
    const shownOf = showOwedMessages(rows, TELLING, NOW)
    const newest = Array.from({ length: LIMITS.subscriptionOwedListed - 1 }, (_, at) => `service-${249 - at}`)
    expect(shownOf.owed.map(({ id }) => id)).toEqual(['service-7', ...newest])
    expect(shownOf.owedTotal).toBe(250)
  })
})

describe('showDelivery', () => {
  it('should name the object, and the message', () => {
    const rest = { sequence: 1, from: null, to: null, acknowledged: false, repeat: false, time: NOW, delivered: true }
    const ends = { status: 200, error: null, took: 1 }
    const delivery = { subscription: 's', kind: 'alert', object: 'alert-1', id: 'message-1', ...rest, ...ends } as const
    expect(showDelivery(delivery)).toEqual({ kind: 'alert', id: 'alert-1', messageId: 'message-1', ...rest, ...ends })
  })
})

// Helpers

const shown = (row: OwedRow) => showOwedMessages([row], TELLING, LATER).owed

const STORED: StoredSubscription = {
  ...{ id: 'one', name: 'On call', format: 'json', url: 'https://hooks.test/***', services: [], owners: [] },
  ...{ filters: EMPTY_FILTER, kinds: ['impact'], enabled: true, createTime: NOW, updateTime: NOW, ...TELLING },
  ...{ address: sealed('https://hooks.test/x'), secret: sealed('whsec_x'), previousSecret: null },
}

function sealed(text: string) {
  if (KEYS === undefined) throw new Error('no key')
  return sealSecret(text, KEYS, new Uint8Array(NONCE_BYTES).fill(7))
}

function seenAt(owed: OwedState | undefined, severity: Severity | null): OwedState {
  const details = { title: 'Shop', text: '', environment: '', redundancy: [], owner: '', runbook: '' }
  const seen: Observation = { state: { severity, acknowledged: false, causes: [] }, details }
  const next = applyObservation(owed, seen, TELLING, NOW)
  if (next === undefined) throw new Error('nothing is kept')
  return next
}

function triedFrom(owed: OwedState): OwedState {
  const begun = beginTry(owed, TELLING, LATER, 'm')
  if (begun === undefined) throw new Error('nothing is to be sent')
  return begun.owed
}

function rowOf(owed: OwedState): OwedRow {
  const due = findDueTime(owed, TELLING)
  return { subscription: 'one', kind: 'impact', object: 'shop', due, rank: 1, claimedUntil: null, owed }
}
