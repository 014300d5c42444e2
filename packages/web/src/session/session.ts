/** Kept for the browser session alone: a closed tab forgets it. */
const PLACE = 'opsgraph.key'

export interface Session {
  /** The API key that requests carry; `undefined` = none. */
  readonly key: string | undefined
  /** Whether the server refused the key that was used last. */
  readonly isRefused: boolean
  /** Whether another key is asked for while this one is still good. */
  readonly isChanging: boolean
}

/** No key is asked for. */
const SETTLED = { isRefused: false, isChanging: false }

class SessionKeeper {
  #session: Session = { key: window.sessionStorage.getItem(PLACE) ?? undefined, ...SETTLED }
  readonly #listeners = new Set<() => void>()

  readonly current = (): Session => this.#session

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Tells when another key is used than before. @returns what ends that */
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

  /** Somebody wants to use a key that may do more, or thinks better of it. */
  change(isChanging: boolean): void {
    this.#become({ ...this.#session, isChanging })
  }

  signOut(): void {
    this.#forget(false)
  }

  /** The server refuses a key; an answer to an earlier key changes nothing. */
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

/** Who uses the console. */
export const session = new SessionKeeper()
