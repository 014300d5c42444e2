/** An event of a stream as it is sent. */
export interface ParsedEvent {
  /** The line `event:`; `message` if there is none. */
  readonly name: string
  readonly data: string
}

/** So many characters may an event have. Ours have fewer than 1,000; a stream with longer ones is not ours. */
const MAX_LENGTH = 65_536

/** Splits the text of a stream of server-sent events into its events. Comments are left out. */
export class EventParser {
  /** The begun line at the end of the text so far. */
  #rest = ''
  #name = ''
  #data: string[] = []
  #length = 0

  /**
   * Takes the next piece of the text, which may begin and end anywhere.
   *
   * @returns the events that end in it
   * @throws Error if an event is too long
   */
  take(piece: string): readonly ParsedEvent[] {
    const lines = (this.#rest + piece).split('\n')
    this.#rest = lines.pop() ?? ''
    const events = lines.flatMap((line) => this.#takeLine(line.endsWith('\r') ? line.slice(0, -1) : line))
    if (this.#length + this.#rest.length > MAX_LENGTH) throw new Error('an event of the stream is too long')
    return events
  }

  #takeLine(line: string): readonly ParsedEvent[] {
    if (line === '') return this.#end()
    const [, field = '', value = ''] = /^([^:]*):? ?(.*)$/.exec(line) ?? []
    this.#length += value.length
    if (field === 'event') this.#name = value
    if (field === 'data') this.#data.push(value)
    return []
  }

  /** An event without data is none, except that it forgets its name. */
  #end(): readonly ParsedEvent[] {
    const event = { name: this.#name || 'message', data: this.#data.join('\n') }
    const isWhole = this.#data.length > 0
    this.#name = ''
    this.#data = []
    this.#length = 0
    return isWhole ? [event] : []
  }
}
