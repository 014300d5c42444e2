/** The command line or a setting is wrong: nothing was started, exit status 2. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/** The settings are right, but what they name cannot be used: exit status 1. The message is one line with the next step. */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/** Whoever read the output has gone, as `head` does when it has enough: the command ends and says nothing, exit status 141. */
export class ClosedOutputError extends Error {
  override readonly name = 'ClosedOutputError'
}

/** Collects what is wrong, so that all of it is told at once. */
export class Faults {
  readonly #messages: string[] = []

  add(message: string): void {
    this.#messages.push(message)
  }

  /** @throws UsageError with every fault on one line */
  throwIfAny(): void {
    if (this.#messages.length > 0) throw new UsageError(this.#messages.join('; '))
  }
}

/** What the operating system or a driver calls an error, such as `EADDRINUSE`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
