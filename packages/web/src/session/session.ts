/** The name in `sessionStorage`, which the browser clears when the tab is closed. */
const PLACE = 'opsgraph.key'

export interface Session {
  /** The API key that is sent with requests; `undefined` = none. */
  readonly key: string | undefined
  /** Whether the server refused the last key. */
  readonly isRefused: boolean
  /** Whether the user is entering another key while the current one is still valid. */
  readonly isChanging: boolean
}

/** No key is being entered. */
const SETTLED = { isRefused: false, isChanging: false }

class SessionKeeper {
  #session: Session = { key: window.sessionStorage.getItem(PLACE) ?? undefined, ...SETTLED }
  readonly #listeners = new Set<() => void>()

  readonly current = (): Session => this.#session

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Calls the listener when the key changes to another key. @returns a function that stops listening */
  readonly onAnotherKey = (listener: () => void): (() => void) => {
    let { key } = this.#session
    return this.subscribe(() => {
      const before = key
      key = this.#session.key
      if (key !== undefined && key !== before) listener()
    })
  }

  signIn(key: string): void {
    window.sessionStorage.setItem(PLACE, key)
    this.#become({ key, ...SETTLED })
  }

  /** Starts or cancels entering another key. */
  change(isChanging: boolean): void {
    this.#become({ ...this.#session, isChanging })
  }

  signOut(): void {
    this.#forget(false)
  }

  /** Records that the server refused a key; ignores a refusal of an earlier key. */
  refuse(key: string | undefined): void {
    if (key !== undefined && key === this.#session.key) this.#forget(true)
  }

  #forget(isRefused: boolean): void {
    window.sessionStorage.removeItem(PLACE)
    this.#become({ key: undefined, ...SETTLED, isRefused })
  }

  #become(session: Session): void {
    this.#session = session
    for (const listener of this.#listeners) listener()
  }
}

/** The session of the user of the console. */
export const session = new SessionKeeper()
