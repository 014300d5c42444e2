import type { LiveEvent } from './event-text.js'

type LiveChange = LiveEvent['change']

/** About how many characters an event takes besides its id. */
const FRAME = 100

/**
 * The events that wait for a reader that receives slowly. Several events about one object become one, so that the reader
 * gets what is true now.
 */
export class PendingEvents {
  readonly #events = new Map<string, LiveEvent>()
  #size = 0

  /** About how many characters all events take. */
  get size(): number {
    return this.#size
  }

  add(events: readonly LiveEvent[]): void {
    for (const event of events) {
      const object = `${event.kind} ${event.id}`
      const first = this.#events.get(object)
      if (first === undefined) this.#size += object.length + FRAME
      this.#events.set(
        object,
        first === undefined ? event : { ...event, change: joinChanges(first.change, event.change) },
      )
    }
  }

  /** Removes all events, and returns them in the order in which their objects first changed. */
  take(): readonly LiveEvent[] {
    const events = [...this.#events.values()]
    this.#events.clear()
    this.#size = 0
    return events
  }
}

/**
 * What two changes of an object are together. The reader may know the object from before both of them, or not at all.
 * So an object that is deleted at last is `deleted`, even if the reader never knew it.
 */
export function joinChanges(first: LiveChange, second: LiveChange): LiveChange {
  if (second === 'deleted') return 'deleted'
  return first === 'created' ? 'created' : 'changed'
}
