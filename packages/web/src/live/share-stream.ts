import { baseUrl } from '../api/client.js'
import type { LiveEvent } from '../api/events.js'
import { keepFollowing, type LiveListener, type LiveState } from './keep-following.js'

/** What the tab with the stream tells the others. */
type Message =
  | { readonly type: 'state'; readonly state: LiveState }
  | { readonly type: 'reset' | 'alive' | 'join' }
  | { readonly type: 'event'; readonly event: LiveEvent }

/** If the tab with the stream says nothing for so many milliseconds, it hangs. It says at least what it hears. */
const MAX_SILENCE = 60_000

/**
 * Tells the listener of this tab what changes, until the caller aborts. Of all tabs of a browser with the same key, only
 * one has a stream; it tells the others. When it closes, another one opens a stream.
 *
 * Without the Web Locks API, which browsers offer only to pages loaded over TLS or from this machine, each tab has a
 * stream of its own, but only while it is visible: a browser opens only a few connections to a server.
 */
export async function shareStream(key: string | undefined, signal: AbortSignal, listener: LiveListener) {
  if (!('locks' in navigator && 'subtle' in crypto)) return await followWhileVisible(key, signal, listener)
  const name = await computeChannelName(key)
  if (signal.aborted) return
  const channel = new BroadcastChannel(name)
  const stop = listenToOtherTab(channel, listener)
  try {
    await navigator.locks.request(name, { signal }, async () => {
      stop()
      await openAndShare(key, signal, channel, listener)
    })
  } catch (error) {
    if (!signal.aborted) throw error
  } finally {
    stop()
    channel.close()
  }
}

/**
 * The name of the lock and of the channel of all tabs that may share a stream: those of the same server and the same
 * key. Other tabs get only a digest of the key, and none of what the key may read.
 */
async function computeChannelName(key = ''): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${baseUrl} ${key}`))
  return `opsgraph.events.${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Opens the stream, and tells this tab and the others. */
async function openAndShare(
  key: string | undefined,
  signal: AbortSignal,
  channel: BroadcastChannel,
  listener: LiveListener,
) {
  let current: LiveState = 'connecting'
  const post = (message: Message) => channel.postMessage(message)
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'join') post({ type: 'state', state: current })
  }
  await keepFollowing(key, signal, {
    state: (state) => {
      current = state
      listener.state(state)
      post({ type: 'state', state })
    },
    reset: () => {
      listener.reset()
      post({ type: 'reset' })
    },
    event: (event) => {
      listener.event(event)
      post({ type: 'event', event })
    },
    alive: () => post({ type: 'alive' }),
  })
}

/**
 * Listens to the tab with the stream.
 *
 * @returns a function that stops listening
 */
function listenToOtherTab(channel: BroadcastChannel, listener: LiveListener): () => void {
  let heard = Date.now()
  let isNew = true
  channel.onmessage = ({ data }: MessageEvent<Message>) => {
    if (data.type === 'join') return
    heard = Date.now()
    if (data.type === 'reset') listener.reset()
    if (data.type === 'event') listener.event(data.event)
    if (data.type !== 'state') return
    listener.state(data.state)
    // What has changed since this tab read its data, and before it began to listen, was told to others only.
    if (isNew) listener.reset()
    isNew = false
  }
  channel.postMessage({ type: 'join' } satisfies Message)
  const watch = setInterval(() => {
    if (Date.now() - heard < MAX_SILENCE) return
    heard = Date.now()
    isNew = true
    listener.state('interrupted')
    listener.reset()
    channel.postMessage({ type: 'join' } satisfies Message)
  }, MAX_SILENCE / 4)
  return () => clearInterval(watch)
}

/** Has a stream whenever the page is visible. */
async function followWhileVisible(key: string | undefined, signal: AbortSignal, listener: LiveListener) {
  let stream = new AbortController()
  const follow = () => {
    stream.abort()
    stream = new AbortController()
    if (signal.aborted || document.visibilityState !== 'visible') return
    void keepFollowing(key, AbortSignal.any([signal, stream.signal]), listener)
  }
  document.addEventListener('visibilitychange', follow)
  follow()
  await new Promise((resolve) => signal.addEventListener('abort', resolve))
  document.removeEventListener('visibilitychange', follow)
}
