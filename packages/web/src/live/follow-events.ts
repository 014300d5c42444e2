import { ApiError } from '../api/api-error.js'
import { EVENT_KINDS, type LiveEvent, openEvents } from '../api/events.js'
import { EventParser, type ParsedEvent } from './event-parser.js'

/** Receives what arrives on the stream of events. */
export interface StreamListener {
  /** Called if everything may have changed. This is the first call of every stream. */
  reset(): void
  event(event: LiveEvent): void
  /** Called whenever data arrives, even if it is only a comment: the stream still works. */
  readonly alive?: (() => void) | undefined
}

/**
 * The stream counts as broken after this number of milliseconds without data. The server sends a comment every 15
 * seconds, but a proxy that buffers the answer until its end lets nothing through.
 */
const MAX_SILENCE = 40_000

/**
 * Reads the stream of events until it ends.
 *
 * @throws ApiError that says why the stream has ended or could not be opened; the reason of `signal` if the caller
 * aborts
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
      for (const event of text.parse(decoder.decode(value, { stream: true }))) notify(event, listener)
    }
  } catch (error) {
    throw either.aborted ? either.reason : error
  } finally {
    clearTimeout(timer)
  }
  throw new ApiError('the stream of events has ended', { status: 0 })
}

/** Passes an event to the listener. Ignores an event of a kind that this version of the console does not know. */
function notify({ name, data }: ParsedEvent, listener: StreamListener): void {
  if (name === 'reset') {
    listener.reset()
    return
  }
  const { kind, id } = { ...JSON.parse(data) } as Partial<Record<keyof LiveEvent, unknown>>
  const known = EVENT_KINDS.find((each) => each === kind)
  if (known !== undefined && typeof id === 'string') listener.event({ kind: known, id })
}
