import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { SCOPES, type Scope } from '../access/scope.js'
import { CONFIG_LISTS } from '../list-columns.js'
import { readEventRequest } from './event-choice.js'
import { type EventWithServices, LIVE_KINDS, type LiveKind } from './live-event.js'

const TIME = '2026-11-29T12:00:00.000Z'

describe('readEventRequest', () => {
  it('should accept everything by default, for a key that may read everything', () => {
    const { accepts } = readEventRequest({}, { scopes: ['read'] })
    for (const kind of LIVE_KINDS) expect(accepts(noticed(kind)), kind).toBe(true)
    for (const list of CONFIG_LISTS) expect(accepts(noticed('config', list)), list).toBe(true)
  })

  it('should accept a list of kinds with blanks, in any order', () => {
    const { accepts } = readEventRequest({ kinds: ' topology ,alert' }, { scopes: ['admin'] })
    expect(LIVE_KINDS.filter((kind) => accepts(noticed(kind)))).toEqual(['alert', 'topology'])
  })

  it.each([
    [{ kinds: 'Alert' }, "kinds: 'Alert' is no kind of event"],
    [{ kinds: 'alert,' }, "kinds: '' is no kind of event"],
    [{ kinds: 'x,y' }, "kinds: 'x', 'y' is no kind of event"],
    [{ service: ' ' }, 'service must not be blank'],
  ])('should refuse %j', (request, message) => {
    expect(() => readEventRequest(request, { scopes: ['admin'] })).toThrow(message)
  })

  it('should accept for a service only events that name it, so no relations and no configuration', () => {
    const { accepts } = readEventRequest({ service: ' shop ' }, { scopes: ['admin'] })
    expect(accepts(noticed('alert', 'id', ['bank', 'shop']))).toBe(true)
    expect(accepts(noticed('alert', 'id', ['Shop']))).toBe(false)
    expect(accepts(noticed('relation', 'shop'))).toBe(false)
    expect(accepts(noticed('config', 'catalog'))).toBe(false)
  })

  it('should never accept more for fewer scopes, and give equal choices equal keys only', () => {
    const scopes = fc.subarray(SCOPES as Scope[])
    const events = [...LIVE_KINDS.map((kind) => noticed(kind)), ...CONFIG_LISTS.map((list) => noticed('config', list))]
    fc.assert(
      fc.property(scopes, scopes, (held, further) => {
        const [fewer, more] = [held, [...held, ...further]].map((all) => readEventRequest({}, { scopes: all }))
        for (const event of events) if (fewer?.accepts(event)) expect(more?.accepts(event)).toBe(true)
        const same = events.every((event) => fewer?.accepts(event) === more?.accepts(event))
        if (!same) expect(fewer?.key).not.toBe(more?.key)
      }),
    )
  })
})

// Helpers

function noticed(kind: LiveKind, id = 'catalog', services: readonly string[] = []): EventWithServices {
  return { event: { kind, id, change: 'changed', time: TIME }, services }
}
