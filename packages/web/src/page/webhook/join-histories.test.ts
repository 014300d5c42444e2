import { describe, expect, it } from 'vitest'
import { joinHistories } from './join-histories.js'

const at = (second: number) => `2026-11-20T12:00:0${second}.000Z`
const entry = (second: number, httpStatus: number, message: string | null = null) => ({
  receivedAt: at(second),
  httpStatus,
  sizeBytes: 10,
  oversized: false,
  payload: { second },
  message,
})
const error = (second: number, httpStatus: number, message: string) => ({
  ...entry(second, httpStatus, message),
  traceback: null,
})

describe('joinHistories', () => {
  it('should join the entries of both histories to one delivery', () => {
    const joined = joinHistories([entry(3, 401, 'kept for testing')], [error(3, 401, 'invalid signature')])
    expect(joined).toMatchObject([
      { outcome: 'not authenticated', history: 0, messages: ['invalid signature', 'kept for testing'] },
    ])
  })

  it('should include deliveries of only one history, newest first, with their index in payloadHistory', () => {
    const payloads = [entry(5, 200), entry(2, 200, 'this delivery was received before: nothing was created')]
    const joined = joinHistories(payloads, [error(4, 413, 'The body has 300000 bytes'), error(1, 500, 'broke')])
    expect(joined.map(({ outcome, history }) => [outcome, history])).toEqual([
      ['accepted', 0],
      ['too large', undefined],
      ['nothing created', 1],
      ['failed', undefined],
    ])
  })

  it('should recognize a delivery of which some alerts were rejected', () => {
    expect(joinHistories([entry(1, 200)], [error(1, 200, '1 rejected')])[0]?.outcome).toBe('partly accepted')
  })

  it.each([
    ['this payload matches testPayloads, so it creates no alert', 'nothing created'],
    ['ignored: 12 of 12 alerts, dropped by the alert policy no tests', 'nothing created'],
    [
      'replay of the payload received at 2026: ignored: 1 of 1 alerts, dropped by the alert policy a',
      'nothing created',
    ],
    ['ignored: 1 of 12 alerts, dropped by the alert policy no tests', 'accepted'],
    ['replay of the payload received at 2026', 'accepted'],
  ])('should judge a delivery with the note "%s" as %s', (note, outcome) => {
    expect(joinHistories([entry(1, 200, note)], [])[0]?.outcome).toBe(outcome)
  })

  it('should keep two deliveries of the same moment apart', () => {
    const joined = joinHistories([entry(1, 400), entry(1, 400)], [error(1, 400, 'a'), error(1, 400, 'b')])
    expect(joined.map(({ messages }) => messages)).toEqual([['a'], ['b']])
    expect(new Set(joined.map(({ key }) => key)).size).toBe(2)
  })
})
