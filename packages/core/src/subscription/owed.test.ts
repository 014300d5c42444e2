import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { NAIVE_PAUSE, type NaiveLog, type NaiveTry, naiveTelling } from '../../test/naive-telling.js'
import type { Severity } from '../alert/severity.js'
import { isSameState, STATE_OVER } from './concerns.js'
import type { ObjectState } from './notice.js'
import {
  applyObservation,
  applyTryResult,
  beginTry,
  findDueTime,
  type Message,
  nextMessage,
  type OwedState,
  rankOfNewest,
} from './owed.js'
import type { Remainder } from './remains.js'
import type { ReportingSettings } from './subscription.js'

const MAJOR = hurt('major')
const MAJOR_A = hurt('major', ['a'])
const CRITICAL = hurt('critical')
const CRITICAL_A = hurt('critical', ['a'])
const ACKNOWLEDGED: ObjectState = { ...MAJOR, acknowledged: true }
const TELLING: ReportingSettings = {
  minSeverity: 'major',
  waitSeconds: 0,
  repeatSeconds: null,
  unacknowledgedSeconds: null,
}
const TELLING_30: ReportingSettings = { ...TELLING, waitSeconds: 30 }
const CAUSE = { alertId: 'a', environment: 'E', resource: 'db-1', event: 'DiskFull' }
const MOST_TRIES = 1_000
const REFUSED = { delivered: false, error: 'refused', retryAfter: null }

describe('what is owed of an object', () => {
  it('should tell a state that has stood for the wait, then the next one, from what was delivered', () => {
    const object = new TestObject({ waitSeconds: 30 })
    object.see(0, MAJOR)
    object.see(100, STATE_OVER)
    object.see(200, MAJOR)
    object.pass(300)
    expect(object.told).toEqual(['30 #1 null > major', '130 #2 major > null', '230 #3 null > major'])
  })

  it('should send nothing if the state is again what was delivered', () => {
    const object = new TestObject({ waitSeconds: 30 })
    object.see(0, MAJOR)
    object.see(100, CRITICAL)
    object.see(120, MAJOR)
    object.see(130, STATE_OVER)
    object.see(150, MAJOR)
    object.pass(1_000)
    expect(object.told).toEqual(['30 #1 null > major'])
  })

  it('should keep nothing of an object of which nothing was sent and nothing is to be sent', () => {
    const object = new TestObject({ waitSeconds: 30 })
    object.see(0, STATE_OVER)
    expect(object.owed).toBeUndefined()
    object.see(0, MAJOR)
    object.see(20, STATE_OVER)
    expect(object.owed).toBeUndefined()
  })

  it('should keep the sequence of an object that is over', () => {
    const object = new TestObject({ waitSeconds: 0 })
    object.see(0, MAJOR)
    object.see(10, STATE_OVER)
    expect([object.owed?.sequence, object.due()]).toEqual([2, null])
  })

  it('should say what remains at the first try, and which causes the object has lost since it was over', () => {
    const lost = { reason: 'unreached', count: 1, severity: 'critical', alert: CAUSE } as const
    const [silenced, held] = [{ reason: 'silenced', count: 1 } as const, { reason: 'held', count: 2 } as const]
    const object = new TestObject({ waitSeconds: 30 })
    object.see(0, MAJOR)
    object.see(60, STATE_OVER, '', [lost, silenced])
    object.receives = false
    const before = object.owed
    object.see(61, STATE_OVER, '', [silenced])
    expect(object.owed).toBe(before)
    object.see(62, STATE_OVER, '', [held])
    object.see(100, STATE_OVER, '', [silenced])
    expect(object.messages.at(-1)).toMatchObject({ state: STATE_OVER, details: { remains: [lost, held] } })
    expect(object.kept.newest.details.remains).toEqual([lost, held])
  })

  it('should return the same value if the state is the newest already, whatever the order of its causes', () => {
    const object = new TestObject({ waitSeconds: 30 })
    object.see(0, hurt('major', ['a', 'b']))
    const { owed } = object
    object.see(20, hurt('major', ['b', 'a']))
    expect(object.owed).toBe(owed)
    expect(object.due()).toBe(at(30))
  })

  it.each<[string, ObjectState]>([
    ['the severity', CRITICAL_A],
    ['whether it is acknowledged', { ...MAJOR_A, acknowledged: true }],
    ['another cause', hurt('major', ['b'])],
    ['a cause more', hurt('major', ['a', 'b'])],
  ])('should tell a state that differs in: %s', (_, state) => {
    const object = new TestObject({ waitSeconds: 0 })
    object.see(0, MAJOR_A)
    object.see(10, state)
    expect(object.told).toHaveLength(2)
  })

  it('should say when the state began, and beside it what was true then', () => {
    const object = new TestObject({ waitSeconds: 30 })
    object.see(0, MAJOR)
    object.see(10, CRITICAL, 'then')
    object.see(20, CRITICAL, 'later')
    object.pass(30)
    expect(object.messages).toMatchObject([{ time: at(10), state: CRITICAL, details: { text: 'then' } }])
  })

  it('should rank what is to be sent by severity, and over last', () => {
    const ranks = [hurt('security'), CRITICAL, MAJOR, hurt('unknown')].map((state) => rankOfNewest(owing(state)))
    expect(ranks).toEqual(ranks.toSorted((one, other) => one - other))
    const object = new TestObject({ waitSeconds: 0 })
    object.see(0, MAJOR)
    object.see(10, STATE_OVER)
    expect(rankOfNewest(object.kept)).toBeGreaterThan(ranks.at(-1) ?? Infinity)
  })
})

describe('the wait', () => {
  it.each<[string, ObjectState]>([
    ['a worse severity', CRITICAL_A],
    ['a better severity that still hurts', hurt('minor', ['a'])],
    ['other causes', hurt('major', ['b', 'c'])],
  ])('should not begin anew with %s', (_, state) => {
    const object = new TestObject({ waitSeconds: 30 })
    object.see(0, MAJOR_A)
    object.see(29, state)
    object.pass(100)
    expect(object.told).toEqual([`30 #1 null > ${state.severity}`])
  })

  it('should begin anew when somebody acknowledges, and when the object is over', () => {
    const acknowledged = new TestObject({ waitSeconds: 30 })
    acknowledged.see(0, MAJOR)
    acknowledged.see(20, ACKNOWLEDGED)
    acknowledged.pass(100)
    expect(acknowledged.told).toEqual(['50 #1 null > major acknowledged'])
    const other = new TestObject({ waitSeconds: 30 })
    other.see(0, ACKNOWLEDGED)
    other.see(20, { ...CRITICAL, acknowledged: true })
    other.pass(100)
    expect(other.told).toEqual(['30 #1 null > critical acknowledged'])
    const over = new TestObject({ waitSeconds: 30 })
    over.see(0, MAJOR)
    over.see(100, CRITICAL)
    over.see(120, STATE_OVER)
    over.pass(200)
    expect(over.told.slice(1)).toEqual(['150 #2 major > null'])
  })

  it('should never last for more than twice its time', () => {
    const object = new TestObject({ waitSeconds: 30 })
    object.see(0, MAJOR)
    object.see(20, ACKNOWLEDGED)
    object.see(40, MAJOR)
    object.see(45, ACKNOWLEDGED)
    object.pass(100)
    expect(object.told).toEqual(['60 #1 null > major acknowledged'])
  })

  it('should send nothing of a service that never hurts for as long as the wait', () => {
    const gaps = fc.array(fc.integer({ min: 1, max: 29 }), { minLength: 2, maxLength: 40 })
    fc.assert(
      fc.property(gaps, fc.array(fc.constantFrom(MAJOR, CRITICAL, ACKNOWLEDGED), { minLength: 1 }), (all, states) => {
        const object = new TestObject({ waitSeconds: 30 })
        let time = 0
        for (const [index, gap] of all.entries()) {
          object.see(time, index % 2 === 1 ? STATE_OVER : (states[index % states.length] ?? MAJOR))
          time += gap
        }
        object.see(time, STATE_OVER)
        object.pass(1_000)
        expect(object.told).toEqual([])
        expect(object.owed).toBeUndefined()
      }),
      propertyRuns(100),
    )
  })
})

describe('repetitions', () => {
  it('should repeat what hurts until somebody acknowledges, with a new id and the next sequence', () => {
    const object = new TestObject({ waitSeconds: 0, repeatSeconds: 60 })
    object.see(0, MAJOR)
    object.pass(130)
    expect(object.told).toEqual(['0 #1 null > major', '60 #2 major > major repeat', '120 #3 major > major repeat'])
    expect(new Set(object.messages.map(({ id }) => id)).size).toBe(3)
    object.see(130, ACKNOWLEDGED)
    object.see(500, STATE_OVER)
    object.pass(1_000)
    expect(object.told.slice(3)).toEqual(['130 #4 major > major acknowledged', '500 #5 major > null'])
  })

  it.each([null, 0])('should repeat nothing with %s', (repeatSeconds) => {
    const object = new TestObject({ waitSeconds: 0, repeatSeconds })
    object.see(0, MAJOR)
    object.pass(10_000)
    expect(object.told).toHaveLength(1)
    expect(object.due()).toBeNull()
  })

  it('should not tell a state again because a repetition of it has failed', () => {
    const object = new TestObject({ waitSeconds: 10, repeatSeconds: 60 })
    object.see(0, MAJOR)
    object.pass(69)
    object.receives = false
    object.pass(70)
    object.see(71, CRITICAL)
    object.see(72, MAJOR)
    object.receives = true
    object.pass(100)
    expect(object.messages.map(({ id, tries }) => `${id} ${tries}`)).toEqual(['m1 1', 'm2 1', 'm2 2'])
    object.see(100, CRITICAL)
    object.see(105, MAJOR)
    object.pass(130)
    expect(object.messages).toHaveLength(3)
  })
})

describe('an escalation', () => {
  const escalation = { waitSeconds: 30, unacknowledgedSeconds: 900 }

  it('should be sent when the object has stood for that long without being acknowledged', () => {
    const object = new TestObject(escalation)
    object.see(0, MAJOR)
    object.see(600, CRITICAL)
    object.see(1_000, ACKNOWLEDGED)
    object.see(2_000, STATE_OVER)
    object.pass(3_000)
    expect(object.told).toEqual([
      '900 #1 null > critical',
      '1030 #2 critical > major acknowledged',
      '2030 #3 major > null',
    ])
  })

  it('should send nothing if somebody has acknowledged before', () => {
    const object = new TestObject(escalation)
    object.see(0, MAJOR)
    object.see(899, ACKNOWLEDGED)
    expect(object.owed).toBeUndefined()
    object.see(2_000, STATE_OVER)
    object.pass(3_000)
    expect(object.told).toEqual([])
    const earlier = new TestObject(escalation)
    earlier.see(0, MAJOR)
    earlier.see(1_000, STATE_OVER)
    earlier.see(2_000, MAJOR)
    earlier.see(2_500, ACKNOWLEDGED)
    earlier.pass(9_000)
    expect(earlier.told).toEqual(['900 #1 null > major', '1030 #2 major > null'])
  })

  it('should count anew when nobody acknowledges any more', () => {
    const object = new TestObject(escalation)
    object.see(0, MAJOR)
    object.see(500, ACKNOWLEDGED)
    object.see(600, CRITICAL)
    object.pass(3_000)
    expect(object.told).toEqual(['1500 #1 null > critical'])
  })

  it('should wait for the later one of its time and the wait', () => {
    const object = new TestObject({ waitSeconds: 30, unacknowledgedSeconds: 10 })
    object.see(0, MAJOR)
    object.pass(100)
    expect(object.told).toEqual(['30 #1 null > major'])
  })

  it('should tell the acknowledgement if a try was begun', () => {
    const object = new TestObject({ waitSeconds: 0, unacknowledgedSeconds: 10 })
    object.receives = false
    object.see(0, MAJOR)
    object.pass(10)
    object.receives = true
    object.see(12, ACKNOWLEDGED)
    expect(object.told).toEqual(['10 #1 null > major', '12 #2 null > major acknowledged'])
  })
})

describe('tries', () => {
  it('should have one id, and pauses that double up to an hour', () => {
    const object = new TestObject({ waitSeconds: 0 })
    object.receives = false
    object.see(0, MAJOR)
    object.pass(30_000)
    const starts = object.told.map((line) => Number(line.split(' ')[0]))
    const pauses = starts.slice(1).map((start, index) => start - (starts[index] ?? 0))
    expect(pauses).toEqual([10, 20, 40, 80, 160, 320, 640, 1_280, 2_560, 3_600, 3_600, 3_600, 3_600, 3_600, 3_600])
    expect(new Set(object.messages.map(({ id, sequence }) => `${id} ${sequence}`))).toEqual(new Set(['m1 1']))
    expect(object.kept.message).toMatchObject({ tries: 16, error: 'refused' })
  })

  it('should wait for as long as the receiver asks, if that is longer, but for at most an hour', () => {
    const begun = beginTry(owing(MAJOR), TELLING, at(0), 'm1')
    if (begun === undefined) throw new Error('nothing was owed')
    const dueAfter = (retryAfter: number) =>
      findDueTime(applyTryResult(begun.owed, { ...REFUSED, id: 'm1', retryAfter }, at(0), 10), TELLING)
    expect([5, 60, 100_000].map(dueAfter)).toEqual([at(10), at(60), at(3_600)])
  })

  it('should replace a failing state by a newer one, which has an id and a first pause of its own', () => {
    const object = new TestObject({ waitSeconds: 0 })
    object.receives = false
    object.see(0, MAJOR)
    object.pass(40)
    object.see(41, CRITICAL)
    object.pass(60)
    expect(object.messages.map(({ id }) => id)).toEqual(['m1', 'm1', 'm1', 'm2', 'm2'])
    expect(object.told.slice(3)).toEqual(['41 #2 null > critical', '51 #2 null > critical'])
  })

  it('should tell the newest state again if a try of another one was begun, although it was delivered', () => {
    const object = new TestObject({ waitSeconds: 10 })
    object.see(0, MAJOR)
    object.pass(10)
    object.receives = false
    object.see(20, CRITICAL)
    object.pass(30)
    object.receives = true
    object.see(35, MAJOR)
    object.see(200, STATE_OVER)
    object.pass(300)
    expect(object.told.slice(1)).toEqual(['30 #2 major > critical', '35 #3 major > major', '210 #4 major > null'])
  })

  it('should tell the end of a state that nobody is known to have received', () => {
    const object = new TestObject({ waitSeconds: 0 })
    object.receives = false
    object.see(0, MAJOR)
    object.receives = true
    object.see(5, STATE_OVER)
    object.pass(1_000)
    expect(object.told).toEqual(['0 #1 null > major', '5 #2 null > null'])
    expect(object.due()).toBeNull()
  })

  it('should keep a newer state that was seen during a try, whatever the end of the try', () => {
    for (const delivered of [true, false]) {
      const begun = beginTry(owing(MAJOR), TELLING, at(0), 'm1')
      const newer = applyObservation(begun?.owed, seen(CRITICAL), TELLING, at(1)) as OwedState
      const settled = applyTryResult(newer, { ...REFUSED, id: 'm1', delivered }, at(5), 10)
      expect(settled.delivered).toEqual(delivered ? MAJOR : null)
      expect(findDueTime(settled, TELLING)).toBe(at(0))
      expect(beginTry(settled, TELLING, at(5), 'm2')?.message).toMatchObject({ id: 'm2', sequence: 2, state: CRITICAL })
    }
  })

  it('should try a message again under its id if its server has ended', () => {
    const first = beginTry(owing(MAJOR), TELLING, at(0), 'm1')
    expect(findDueTime(first?.owed as OwedState, TELLING)).toBe(at(0))
    expect(beginTry(first?.owed as OwedState, TELLING, at(40), 'm2')?.message).toMatchObject({ id: 'm1', tries: 2 })
  })

  it('should ignore the end of a try of a message that was replaced', () => {
    const first = beginTry(owing(MAJOR), TELLING, at(0), 'm1')
    const newer = applyObservation(first?.owed, seen(CRITICAL), TELLING, at(1)) as OwedState
    const second = beginTry(newer, TELLING, at(40), 'm2')?.owed as OwedState
    expect(applyTryResult(second, { ...REFUSED, id: 'm1', delivered: true }, at(41), 10)).toBe(second)
  })

  it('should begin none if nothing is to be sent', () => {
    const object = new TestObject({ waitSeconds: 0 })
    object.see(0, MAJOR)
    expect(beginTry(object.kept, TELLING, at(10), 'm2')).toBeUndefined()
    expect(nextMessage(object.kept, TELLING)).toBeUndefined()
  })

  it('should bound the error that it keeps', () => {
    const begun = beginTry(owing(MAJOR), TELLING, at(0), 'm1')?.owed as OwedState
    const settled = applyTryResult(begun, { ...REFUSED, id: 'm1', error: 'x'.repeat(5_000) }, at(0), 10)
    expect(settled.message?.error).toHaveLength(1_000)
  })
})

describe('a clock that goes back', () => {
  it('should not make the next state wait for longer than its wait', () => {
    const before = applyObservation(undefined, seen(MAJOR), TELLING_30, at(10_000)) as OwedState
    const after = applyObservation(before, seen(CRITICAL), TELLING_30, at(100)) as OwedState
    expect(findDueTime(after, TELLING_30)).toBe(at(130))
    const object = new TestObject({ waitSeconds: 30 })
    object.seeAt(10_000, MAJOR)
    object.seeAt(100, ACKNOWLEDGED)
    object.see(120, MAJOR)
    object.see(125, ACKNOWLEDGED)
    object.see(145, MAJOR)
    object.see(150, ACKNOWLEDGED)
    object.pass(1_000)
    expect(object.told).toEqual(['160 #1 null > major acknowledged'])
  })

  it('should lose no state and send none twice, wherever the clock goes', () => {
    const step = fc.record({ now: fc.nat(5_000), state: anyState(), receives: fc.boolean() })
    fc.assert(
      fc.property(fc.array(step, { maxLength: 20 }), (steps) => {
        const object = new TestObject({ waitSeconds: 30 })
        for (const { now, state, receives } of steps) {
          object.receives = receives
          object.seeAt(now, state)
        }
        object.receives = true
        object.pass(20_000)
        expect(isSameState(object.received, object.newest)).toBe(true)
        expect(object.messages.length).toBeLessThanOrEqual(2 * steps.length + 1)
      }),
      propertyRuns(300),
    )
  })
})

it('should do at each moment what the model does, and tell the receiver the newest state in the end', () => {
  fc.assert(
    fc.property(anyTelling(), fc.array(anySecond(), { maxLength: 120 }), (telling, seconds) => {
      const run = new ModelRun(telling)
      for (const second of seconds) run.step(second)
      // Longer than any pause and any wait, with a receiver that accepts everything.
      for (let left = 4_000; left > 0 && run.isBusy; left--) run.step({})
      expect(run.isBusy).toBe(false)
      const isHeard =
        isSameState(run.received, run.newest) || (telling.unacknowledgedSeconds !== null && run.newest.acknowledged)
      expect(isHeard).toBe(true)
      const sequences = new Map(run.log.tries.map(({ id, sequence }) => [id, sequence]))
      expect([...sequences.values()]).toEqual(Array.from(sequences, (_, index) => index + 1))
    }),
    propertyRuns(2_000),
  )
})

// Helpers

/** An object of a subscription, on a server that tries as soon as a try is due. Times are in seconds. */
class TestObject {
  owed: OwedState | undefined
  /** Whether the receiver accepts what is sent. */
  receives = true
  /** What the receiver has accepted last. */
  received: ObjectState = STATE_OVER
  newest: ObjectState = STATE_OVER
  /** The message of each try. */
  readonly messages: Message[] = []
  /** Each try: when it began, and what it said. */
  readonly told: string[] = []
  readonly #telling: ReportingSettings
  #now = 0

  constructor(telling: Partial<ReportingSettings>) {
    this.#telling = { ...TELLING, ...telling }
  }

  get kept(): OwedState {
    if (this.owed === undefined) throw new Error('nothing is kept')
    return this.owed
  }

  due(): string | null {
    return findDueTime(this.kept, this.#telling)
  }

  /** Lets the time pass, and then sees a state. */
  see(time: number, state: ObjectState, text = '', remains: readonly Remainder[] = []): void {
    this.pass(time)
    this.seeAt(time, state, text, remains)
  }

  /** Sees a state at a time, which may be earlier than before. */
  seeAt(time: number, state: ObjectState, text = '', remains: readonly Remainder[] = []): void {
    this.#now = time
    this.newest = state
    this.owed = applyObservation(this.owed, seen(state, text, remains), this.#telling, at(time))
    this.pass(time)
  }

  pass(until: number): void {
    for (let due = this.#nextTry(); due !== null && due <= until; due = this.#nextTry()) {
      this.#now = Math.max(this.#now, due)
      if (this.messages.length > MOST_TRIES) throw new Error('it tries without end')
      this.#try()
    }
    this.#now = until
  }

  #nextTry(): number | null {
    const due = this.owed === undefined ? null : this.due()
    return due === null ? null : secondOf(due)
  }

  #try(): void {
    const begun = beginTry(this.kept, this.#telling, at(this.#now), `m${this.kept.sequence + 1}`)
    if (begun === undefined) throw new Error('nothing was owed')
    const { message } = begun
    this.messages.push(message)
    this.told.push(`${this.#now} ${wordsOf(message)}`)
    if (this.receives) this.received = message.state
    this.owed = applyTryResult(
      begun.owed,
      { ...REFUSED, id: message.id, delivered: this.receives },
      at(this.#now),
      NAIVE_PAUSE,
    )
  }
}

interface Second {
  /** What is seen in that second; absent = the object is not looked at. */
  readonly state?: ObjectState | undefined
  /** What happens to a try that begins in that second. */
  readonly fate?: Fate | undefined
}

interface Fate {
  readonly isReceived: boolean
  /** `lost`: the server ends before it has stored the answer. */
  readonly end: 'delivered' | 'failed' | 'lost'
  readonly takes: number
  readonly retryAfter: number | null
}

const ACCEPTED: Fate = { isReceived: true, end: 'delivered', takes: 0, retryAfter: null }

/** Runs the machine and the model side by side, second by second. */
class ModelRun {
  received: ObjectState = STATE_OVER
  newest: ObjectState = STATE_OVER
  readonly #telling: ReportingSettings
  readonly #seen: { readonly at: number; readonly state: ObjectState }[] = []
  readonly #tries: NaiveTry[] = []
  #owed: OwedState | undefined
  #flight: { readonly id: string; readonly fate: Fate; readonly until: number } | undefined
  #now = 0

  constructor(telling: ReportingSettings) {
    this.#telling = telling
  }

  get log(): NaiveLog {
    return { seen: this.#seen, tries: this.#tries }
  }

  /** Whether something is tried, or is to be, besides repetitions. */
  get isBusy(): boolean {
    if (this.#flight !== undefined) return true
    return this.#owed !== undefined && findDueTime(this.#owed, { ...this.#telling, repeatSeconds: null }) !== null
  }

  step({ state, fate = ACCEPTED }: Second): void {
    this.#now++
    this.#land()
    if (state !== undefined) {
      this.newest = state
      this.#seen.push({ at: this.#now, state })
      this.#owed = applyObservation(asStored(this.#owed), seen(state), this.#telling, at(this.#now))
    }
    if (this.#flight === undefined) this.#begin(fate)
    this.#land()
  }

  /** Ends the try that is in flight, if its time has come. */
  #land(): void {
    if (this.#flight === undefined || this.#flight.until > this.#now) return
    const { id, fate } = this.#flight
    this.#flight = undefined
    if (fate.end === 'lost' || this.#owed === undefined) return
    const end = { delivered: fate.end === 'delivered', retryAfter: fate.retryAfter }
    const last = this.#tries.pop()
    if (last !== undefined) this.#tries.push({ ...last, end: { ...end, at: this.#now } })
    this.#owed = applyTryResult(
      asStored(this.#owed) ?? this.#owed,
      { ...end, id, error: null },
      at(this.#now),
      NAIVE_PAUSE,
    )
  }

  #begin(fate: Fate): void {
    const expected = naiveTelling(this.log, this.#telling, this.#now)
    const due = this.#owed === undefined ? null : findDueTime(this.#owed, this.#telling)
    expect(due !== null && due <= at(this.#now)).toBe(expected !== undefined)
    if (this.#owed === undefined || expected === undefined) return
    const begun = beginTry(this.#owed, this.#telling, at(this.#now), `new ${this.#now}`)
    const { id, sequence, state, from, repeat } = expected
    expect(begun?.message).toMatchObject({ id: id || `new ${this.#now}`, sequence, state, from, repeat })
    if (begun === undefined) return
    this.#owed = begun.owed
    if (fate.isReceived) this.received = state
    this.#tries.push({ ...expected, id: begun.message.id, at: this.#now, end: undefined })
    this.#flight = { id: begun.message.id, fate, until: this.#now + fate.takes }
  }
}

/** The value after it was stored and read. */
function asStored(owed: OwedState | undefined): OwedState | undefined {
  return owed === undefined ? undefined : (JSON.parse(JSON.stringify(owed)) as OwedState)
}

function owing(state: ObjectState): OwedState {
  return applyObservation(undefined, seen(state), TELLING, at(0)) as OwedState
}

function seen(state: ObjectState, text = '', remains: readonly Remainder[] = []) {
  const details = { title: 'Shop', text, environment: 'Production', redundancy: [], owner: '', runbook: '' }
  return { state, details: { ...details, ...(remains.length > 0 && { remains }) } }
}

function hurt(severity: Severity, ids: readonly string[] = ['a']): ObjectState {
  const causes = ids.map((alertId) => ({
    ...{ alertId, environment: 'Production', resource: 'db-1', event: 'Down', severity, path: [] },
  }))
  return { severity, acknowledged: false, causes }
}

function wordsOf({ sequence, from, state, repeat }: Message): string {
  const words = `#${sequence} ${from} > ${state.severity}`
  return `${words}${state.acknowledged ? ' acknowledged' : ''}${repeat ? ' repeat' : ''}`
}

function at(seconds: number): string {
  return new Date(Date.UTC(2026, 0, 1) + seconds * 1_000).toISOString()
}

function secondOf(time: string): number {
  return (Date.parse(time) - Date.UTC(2026, 0, 1)) / 1_000
}

function anyState() {
  const hurting = fc
    .record({ severity: fc.constantFrom<Severity>('critical', 'major'), ids: fc.constantFrom(['a'], ['a', 'b']) })
    .map(({ severity, ids }) => hurt(severity, ids))
  const any = fc.record({ state: hurting, acknowledged: fc.boolean() })
  return fc.oneof(
    fc.constant(STATE_OVER),
    any.map(({ state, acknowledged }) => ({ ...state, acknowledged })),
  )
}

function anySecond() {
  const end = fc.constantFrom<Fate['end']>('delivered', 'failed', 'lost')
  const fate = fc
    .record({ end, isReceived: fc.boolean(), takes: fc.constantFrom(0, 1, 5), retryAfter: fc.option(fc.nat(30)) })
    .map((each) => ({ ...each, isReceived: each.isReceived || each.end === 'delivered' }))
  return fc.record({ state: fc.option(anyState(), { nil: undefined, freq: 1 }), fate })
}

function anyTelling() {
  return fc.record({
    minSeverity: fc.constant<ReportingSettings['minSeverity']>('major'),
    waitSeconds: fc.constantFrom(0, 3, 10),
    repeatSeconds: fc.constantFrom(null, 0, 4, 15),
    unacknowledgedSeconds: fc.constantFrom(null, 0, 5, 20),
  })
}
