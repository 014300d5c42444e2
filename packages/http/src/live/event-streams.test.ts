import { EventEmitter } from 'node:events'
import type { ServerResponse } from 'node:http'
import { type Caller, LIMITS, type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { HttpError } from '../http-error.js'
import { createLogger } from '../log/log.js'
import { EventStreams } from './event-streams.js'

type Look = Awaited<ReturnType<Opsgraph['lookForEvents']>>
type State = Look['state']

const CALLER: Caller = { user: 'me', scopes: ['read:alerts'], requestId: null }
const RESET = 'event: reset\ndata: {}\n\n'

/** Looks and checks as often as possible. */
const TIMES = { look: 1, check: 1, comment: 1_000_000 }

describe('EventStreams', () => {
  it('should look for nothing before the first reader and after the last', async () => {
    const { streams, lookForEvents } = prepare()
    expect(lookForEvents).not.toHaveBeenCalled()
    const reader = await join(streams)
    await vi.waitFor(() => expect(lookForEvents.mock.calls.length).toBeGreaterThan(3))
    reader.leave()
    const { length } = lookForEvents.mock.calls
    await new Promise((resolve) => setTimeout(resolve, 20))
    // A look that was running may have ended.
    expect(lookForEvents.mock.calls.length).toBeLessThanOrEqual(length + 1)
    expect(openStreams(streams)).toBe(0)
  })

  it('should look once for all readers, and not before all of them know that they must read anew', async () => {
    const { streams, lookForEvents } = prepare()
    const readers = await Promise.all([join(streams), join(streams), join(streams)])
    expect(lookForEvents.mock.calls.filter(([before]) => before === undefined)).toHaveLength(1)
    for (const { text } of readers) expect(text()).toBe(RESET)
  })

  it('should repeat a look that has failed from the same state, so that nothing is lost', async () => {
    const { streams, lookForEvents } = prepare()
    const reader = await join(streams)
    lookForEvents.mockRejectedValueOnce(new OpsgraphError('unavailable', 'no database'))
    lookForEvents.mockResolvedValueOnce({ state: state(), events: [noticed('a')] })
    await vi.waitFor(() => expect(reader.text()).toContain('"id":"a"'))
    const failed = lookForEvents.mock.results.findIndex(({ type }) => type === 'throw')
    const calls = lookForEvents.mock.calls.map(([before]) => before)
    const at = Math.max(failed, 1)
    expect(calls[at + 1]).toBe(calls[at])
  })

  it('should tell the readers to read anew if it is not known what has changed', async () => {
    const { streams, lookForEvents } = prepare()
    const reader = await join(streams)
    lookForEvents.mockResolvedValueOnce({ state: state(), events: undefined })
    await vi.waitFor(() => expect(reader.text()).toBe(RESET + RESET))
  })

  it('should refuse a reader if the first look fails, and keep no place for it', async () => {
    const { streams, lookForEvents } = prepare()
    lookForEvents.mockRejectedValueOnce(new OpsgraphError('unavailable', 'no database'))
    await expect(join(streams)).rejects.toThrow('no database')
    expect(openStreams(streams)).toBe(0)
    expect((await join(streams)).text()).toBe(RESET)
  })

  it('should refuse too many readers with one key by 429, and too many of all by 503', async () => {
    const { streams } = prepare()
    const { readers, perKey } = LIMITS.eventStreams
    await Promise.all(Array.from({ length: perKey }, () => join(streams, 'one')))
    await expect(join(streams, 'one')).rejects.toEqual(expect.objectContaining({ status: 429 }))
    await Promise.all(Array.from({ length: readers - perKey }, (_, at) => join(streams, `other ${at}`)))
    const refused = join(streams, 'new')
    await expect(refused).rejects.toBeInstanceOf(HttpError)
    await expect(refused).rejects.toMatchObject({ status: 503, headers: { 'Retry-After': '15' } })
  })

  it('should end the streams of a key that is refused, and no other, but keep them if keys cannot be checked', async () => {
    const { streams } = prepare()
    let isDown = true
    const check = vi.fn(async (): Promise<Caller> => {
      throw new OpsgraphError(isDown ? 'unavailable' : 'unauthenticated', 'the reason')
    })
    const [refused, same, kept] = [
      await join(streams, 'a', check),
      await join(streams, 'a', check),
      await join(streams),
    ]
    await vi.waitFor(() => expect(check.mock.calls.length).toBeGreaterThan(2))
    expect(openStreams(streams)).toBe(3)
    isDown = false
    await vi.waitFor(() => expect(openStreams(streams)).toBe(1))
    expect([refused.hasEnded(), same.hasEnded(), kept.hasEnded()]).toEqual([true, true, false])
  })

  it('should let events wait for a reader that is blocked, as one for each object, until the next look', async () => {
    const { streams, lookForEvents } = prepare()
    const reader = await join(streams)
    reader.response.writableNeedDrain = true
    for (const change of ['created', 'changed', 'changed'] as const) {
      lookForEvents.mockResolvedValueOnce({ state: state(), events: [noticed('a', change)] })
    }
    lookForEvents.mockResolvedValueOnce({ state: state(), events: [noticed('b', 'deleted')] })
    const before = lookForEvents.mock.calls.length
    await vi.waitFor(() => expect(lookForEvents.mock.calls.length).toBeGreaterThan(before + 5))
    expect(reader.text()).toBe(RESET)
    reader.response.writableNeedDrain = false
    await vi.waitFor(() => expect(reader.text()).not.toBe(RESET))
    const told = [...reader.text().matchAll(/"id":"(\w)","change":"(\w+)"/g)].map(([, id, change]) => `${id} ${change}`)
    expect(told).toEqual(['a created', 'b deleted'])
  })
})

// Helpers

function openStreams(streams: EventStreams): number | undefined {
  return streams.metrics().find(({ name }) => name === 'opsgraph_event_readers')?.value
}

const all: EventStreams[] = []
const leaving: (() => void)[] = []
afterEach(() => {
  for (const leave of leaving.splice(0)) leave()
  all.length = 0
})

function prepare() {
  const lookForEvents = vi.fn(async (before?: State): Promise<Look> => ({ state: before ?? state(), events: [] }))
  const streams = new EventStreams({ opsgraph: { lookForEvents }, logger: createLogger('silent'), times: TIMES })
  all.push(streams)
  return { streams, lookForEvents }
}

/** A state, which only core can read. */
function state(): State {
  return { snapshots: new Set() } as unknown as State
}

function noticed(id: string, change: 'created' | 'changed' | 'deleted' = 'changed') {
  return { event: { kind: 'alert' as const, id, change, time: '2026-11-29T12:00:00.000Z' }, services: [] }
}

/** Adds a reader whose response keeps what is written to it. */
async function join(streams: EventStreams, digest = 'key', check = async () => CALLER) {
  const written: string[] = []
  const response = Object.assign(new EventEmitter(), {
    req: { method: 'GET' },
    destroyed: false,
    writableNeedDrain: false,
    hasEnded: false,
    write: (chunk: string | Buffer) => written.push(String(chunk)),
    end: () => {
      response.hasEnded = true
      response.emit('close')
    },
    destroy: () => response.emit('close'),
  })
  const choice = { key: 'all', accepts: () => true, warning: undefined }
  const begin = await streams.open({ choice, caller: CALLER, apiKey: { digest, check } })
  begin(response as unknown as ServerResponse)
  const leave = () => void response.emit('close')
  leaving.push(leave)
  return { response, leave, text: () => written.join(''), hasEnded: () => response.hasEnded }
}
