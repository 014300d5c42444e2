/** What a tool sends, and what is active after it. */
export interface Step {
  readonly sent: unknown
  /** The body as it is sent, if it is not JSON. */
  readonly form?: string
  /** The active alerts, each as `resource | event | number of open fingerprints`. */
  readonly active: readonly string[]
}

/** Deliveries of a tool, in their order. */
export interface Story {
  readonly preset: string
  readonly steps: readonly Step[]
}

/** A delivery, and what is active after it. */
export function got(sent: unknown, ...active: readonly string[]): Step {
  return { sent, active }
}

/** A delivery as a form with the field `payload`, and what is active after it. */
export function gotForm(sent: unknown, ...active: readonly string[]): Step {
  return { sent, form: `payload=${encodeURIComponent(JSON.stringify(sent))}`, active }
}
