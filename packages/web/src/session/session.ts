import { useSyncExternalStore } from 'react'

/**
 * The name under which `sessionStorage` stores the API key. The browser clears `sessionStorage` when the tab is closed.
 */
const STORAGE_KEY = 'opsgraph.key'

interface Session {
  /** The API key that is sent with requests; `undefined` if there is none. */
  readonly key: string | undefined
  /** Whether the server refused the last API key. */
  readonly isRefused: boolean
  /** Whether the user is entering another API key while the current one is still valid. */
  readonly isChanging: boolean
}

/** The state in which no dialog asks for an API key. */
const NO_DIALOG = { isRefused: false, isChanging: false }

class SessionStore {
  #session: Session = { key: window.sessionStorage.getItem(STORAGE_KEY) ?? undefined, ...NO_DIALOG }
  readonly #listeners = new Set<() => void>()

  readonly current = (): Session => this.#session

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /**
   * Calls the listener when another API key is set.
   *
   * @returns a function that stops listening
   */
  readonly onAnotherKey = (listener: () => void): (() => void) => {
    let { key } = this.#session
    return this.subscribe(() => {
      const before = key
      key = this.#session.key
      if (key !== undefined && key !== before) listener()
    })
  }

  signIn(key: string): void {
    window.sessionStorage.setItem(STORAGE_KEY, key)
    this.#setSession({ key, ...NO_DIALOG })
  }

  /** Records whether the user is entering another API key. */
  change(isChanging: boolean): void {
    this.#setSession({ ...this.#session, isChanging })
  }

  signOut(): void {
    this.#forgetKey(false)
  }

  /** Records that the server refused an API key. If this key is not the current key, nothing happens. */
  refuse(key: string | undefined): void {
    if (key !== undefined && key === this.#session.key) this.#forgetKey(true)
  }

  #forgetKey(isRefused: boolean): void {
    window.sessionStorage.removeItem(STORAGE_KEY)
    this.#setSession({ key: undefined, ...NO_DIALOG, isRefused })
  }

  #setSession(session: Session): void {
    this.#session = session
    for (const listener of this.#listeners) listener()
  }
}

/** The session of the user, which holds the API key. */
export const session = new SessionStore()

export function useSession(): Session {
  return useSyncExternalStore(session.subscribe, session.current)
}
