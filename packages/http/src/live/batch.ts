import { type EventChoice, eventsText, type LiveEvent, type NoticedEvent } from './event-text.js'

interface ChosenStream {
  readonly events: readonly LiveEvent[]
  readonly bytes: Buffer
}

/** The events of one look. Readers with the same choice share one encoded buffer. */
export class EventBatch {
  readonly #noticed: readonly NoticedEvent[]
  readonly #chosen = new Map<string, ChosenStream>()

  constructor(noticed: readonly NoticedEvent[]) {
    this.#noticed = noticed
  }

  of({ key, accepts }: EventChoice): ChosenStream {
    const cached = this.#chosen.get(key)
    if (cached !== undefined) return cached
    const events = this.#noticed.filter(accepts).map(({ event }) => event)
    const chosen = { events, bytes: Buffer.from(eventsText(events)) }
    this.#chosen.set(key, chosen)
    return chosen
  }
}
