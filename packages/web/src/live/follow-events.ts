import { ApiError } from '../api/api-error.js'
import { EVENT_KINDS, type LiveEvent, openEvents } from '../api/events.js'
import { EventParser, type ParsedEvent } from './event-parser.js'

/** What a stream of events tells. */
export interface StreamListener {
  /** Everything may have changed. Every stream begins with this. */
  reset(): void
  event(event: LiveEvent): void
  /** Something has arrived, if only a comment: the stream is not broken. */
  readonly alive?: (() => void) | undefined
}

/**
 * So many milliseconds may a stream be silent. The server sends a comment every 15 s; a proxy that keeps the answer back
 * until it has ended lets nothing through at all.
 */
const MAX_SILENCE = 40_000

/**
 * Reads the stream of events until it ends.
 *
 * @throws ApiError that says why the stream has ended, or was never open; the reason of `signal` if the caller aborts
 */
export async function followEvents(
  key: string | undefined,
  signal: AbortSignal,
  listener: StreamListener,
): Promise<never> {
  const silent = new AbortController()
  const abortSilent = () => silent.abort(new ApiError('the stream of events is silent', { status: 0 }))
  let timer = setTimeout(abortSilent, MAX_SILENCE)
  const either = AbortSignal.any([signal, silent.signal])
  try {
    const reader = (await openEvents(key, either)).getReader()
    const text = new EventParser()
    const decoder = new TextDecoder()
    for (let { value } = await reader.read(); value !== undefined; { value } = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(abortSilent, MAX_SILENCE)
      listener.alive?.()
      for (const event of text.take(decoder.decode(value, { stream: true }))) notify(event, listener)
    }
  } catch (error) {
    throw either.aborted ? either.reason : error
  } finally {
    clearTimeout(timer)
  }
  throw new ApiError('the stream of events has ended', { status: 0 })
}

/** Tells the listener an event. An event of a kind that this version of the console does not know is left out. */
function notify({ name, data }: ParsedEvent, listener: StreamListener): void {
  if (name === 'reset') {
    listener.reset()
    return
  }
  const { kind, id } = { ...JSON.parse(data) } as Partial<Record<keyof LiveEvent, unknown>>
  const known = EVENT_KINDS.find((each) => each === kind)
  if (known !== undefined && typeof id === 'string') listener.event({ kind: known, id })
}
