import { baseUrl } from '../api/client.js'
import type { LiveEvent } from '../api/events.js'
import { keepFollowing, type LiveListener, type LiveState } from './keep-following.js'

/**
 * A message between the tabs. A tab that begins to listen sends `join`. All other messages come from the tab that has
 * the stream.
 */
type Message =
  | { readonly type: 'state'; readonly state: LiveState }
  | { readonly type: 'reset' | 'alive' | 'join' }
  | { readonly type: 'event'; readonly event: LiveEvent }

/**
 * If the tab with the stream sends no message for this number of milliseconds, it counts as hanging. It sends a message
 * whenever data arrives on the stream.
 */
const MAX_SILENCE = 60_000

/**
 * Passes the events of the server to the listener of this tab, until the caller aborts. Of all tabs of a browser with
 * the same key, only one opens a stream; it passes the events on to the other tabs. When it is closed, another tab
 * opens a stream.
 *
 * Browsers offer the Web Locks API only to pages that were loaded over TLS or from the same machine. Without it, each
 * tab opens its own stream, but only while the tab is visible, because a browser opens only a few connections to a
 * server.
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
 * Returns the name of the lock and of the channel of all tabs that may share a stream: those with the same server and
 * the same key. The name contains only a digest of the key, so that a tab with another key learns neither the key nor
 * the events that it may read.
 */
async function computeChannelName(key = ''): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(`${baseUrl} ${key}`))
  return `opsgraph.events.${Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')}`
}

/** Opens the stream, and passes what arrives to this tab and to the other tabs. */
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
 * Passes the messages of the tab that has the stream to the listener of this tab.
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
    // This tab has missed the events between reading its data and beginning to listen.
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

/** Keeps a stream open while the page is visible. */
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
