/** Kept for the browser session alone: a closed tab forgets it. */
const PLACE = 'opsgraph.key'

export interface Session {
  /** The API key that requests carry; `undefined` = none. */
  readonly key: string | undefined
  /** Whether the server refused the key that was used last. */
  readonly isRefused: boolean
}

class SessionKeeper {
  #session: Session = { key: window.sessionStorage.getItem(PLACE) ?? undefined, isRefused: false }
  readonly #listeners = new Set<() => void>()

  readonly current = (): Session => this.#session

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  signIn(key: string): void {
    window.sessionStorage.setItem(PLACE, key)
    this.#become({ key, isRefused: false })
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
    this.#become({ key: undefined, isRefused })
  }

  #become(session: Session): void {
    this.#session = session
    for (const listener of this.#listeners) listener()
  }
}

/** Who uses the console. */
export const session = new SessionKeeper()
