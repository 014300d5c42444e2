import type { Opsgraph } from '@opsgraph/core'
import { eventsText } from './event-text.js'

export type EventChoice = Awaited<ReturnType<Opsgraph['followEvents']>>
export type NoticedEvent = Parameters<EventChoice['accepts']>[0]
export type LiveEvent = NoticedEvent['event']

interface Chosen {
  readonly events: readonly LiveEvent[]
  readonly bytes: Buffer
}

/** The events of one look. All readers that chose the same events share one buffer. */
export class Batch {
  readonly #noticed: readonly NoticedEvent[]
  readonly #chosen = new Map<string, Chosen>()

  constructor(noticed: readonly NoticedEvent[]) {
    this.#noticed = noticed
  }

  of({ key, accepts }: EventChoice): Chosen {
    const known = this.#chosen.get(key)
    if (known !== undefined) return known
    const events = this.#noticed.filter(accepts).map(({ event }) => event)
    const chosen = { events, bytes: Buffer.from(eventsText(events)) }
    this.#chosen.set(key, chosen)
    return chosen
  }
}
