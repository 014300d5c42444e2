/** An event, as the server sent it. */
export interface ParsedEvent {
  /** The value of the field `event`; `message` if the event has no such field. */
  readonly name: string
  readonly data: string
}

/**
 * The maximum number of characters of an event. The events of opsgraph have fewer than 1,000, so a stream with a longer
 * event than this does not come from opsgraph.
 */
const MAX_LENGTH = 65_536

/** Splits the text of a stream of server-sent events into its events. Comments are left out. */
export class EventParser {
  /** The incomplete last line of the text so far. */
  #incompleteLine = ''
  #name = ''
  #data: string[] = []
  #length = 0

  /**
   * Parses the next piece of the text, which may begin and end anywhere.
   *
   * @returns the events that end in this piece
   * @throws Error if an event is too long
   */
  parse(piece: string): readonly ParsedEvent[] {
    const lines = (this.#incompleteLine + piece).split('\n')
    this.#incompleteLine = lines.pop() ?? ''
    const events = lines.flatMap((line) => this.#parseLine(line.endsWith('\r') ? line.slice(0, -1) : line))
    if (this.#length + this.#incompleteLine.length > MAX_LENGTH) throw new Error('an event of the stream is too long')
    return events
  }

  #parseLine(line: string): readonly ParsedEvent[] {
    if (line === '') return this.#finishEvent()
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    this.#length += value.length
    if (field === 'event') this.#name = value
    if (field === 'data') this.#data.push(value)
    return []
  }

  /** Ends the current event at an empty line, and returns it. An event without data is dropped. */
  #finishEvent(): readonly ParsedEvent[] {
    const event = { name: this.#name || 'message', data: this.#data.join('\n') }
    const isWhole = this.#data.length > 0
    this.#name = ''
    this.#data = []
    this.#length = 0
    return isWhole ? [event] : []
  }
}
