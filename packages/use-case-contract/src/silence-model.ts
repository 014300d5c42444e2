/** Everything that can happen to a webhook and its alert. */
export const SILENCE_ACTIONS = [
  ...(['create', 'delete', 'disable', 'enable', 'set', 'setLonger', 'unset'] as const),
  ...(['deliver', 'refused', 'notice', 'restart', 'close', 'reopen'] as const),
] as const
export type SilenceAction = (typeof SILENCE_ACTIONS)[number]

/**
 * A model of one webhook and the alert about its silence, written only from rules.md#webhook-silence. It checks the
 * webhook at every action, and stores the time since which a delivery is expected.
 */
export class SilenceModel {
  #now = 0
  #exists = false
  #enabled = true
  #every: number | null = 60
  /** The last time when the expectation was set, the webhook was enabled, or a delivery arrived. */
  #countsFrom = 0
  /** Whether the current silence was noticed. */
  #isNoticed = false
  /** Whether there is an alert, active or not. */
  #hasAlert = false
  isActive = false

  wait(seconds: number): void {
    this.#now += seconds
  }

  act(action: SilenceAction): void {
    if (action === 'create') this.#create()
    else if (action === 'close') this.isActive = false
    else if (action === 'reopen') this.isActive = this.#hasAlert
    else if (this.#exists) this.#actOnWebhook(action)
  }

  #create(): void {
    if (this.#exists) return
    this.#exists = true
    this.#enabled = true
    this.#every = 60
    this.#countAnew()
  }

  #actOnWebhook(action: SilenceAction): void {
    if (action === 'delete') {
      this.#exists = false
      this.#countAnew()
    }
    if (action === 'deliver') this.#countAnew()
    if (action === 'disable') this.#change(false, this.#every)
    if (action === 'enable') this.#change(true, this.#every)
    if (action === 'set') this.#change(this.#enabled, 60)
    if (action === 'setLonger') this.#change(this.#enabled, 120)
    if (action === 'unset') this.#change(this.#enabled, null)
    if (action === 'notice') this.#notice()
  }

  #change(enabled: boolean, every: number | null): void {
    if (enabled === this.#enabled && every === this.#every) return
    this.#enabled = enabled
    this.#every = every
    this.#countAnew()
  }

  /** Starts to count again. If the silence was noticed, it is over, and its alert closes. */
  #countAnew(): void {
    if (this.#isNoticed) this.isActive = false
    this.#isNoticed = false
    this.#countsFrom = this.#now
  }

  #notice(): void {
    if (!this.#enabled || this.#every === null || this.#isNoticed) return
    if (this.#now - this.#countsFrom < this.#every) return
    this.#isNoticed = true
    this.#hasAlert = true
    this.isActive = true
  }
}
