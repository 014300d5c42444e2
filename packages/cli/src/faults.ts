/** The command line or a setting is wrong, and nothing was started: exit status 2. The message is one line. */
export class UsageError extends Error {
  override readonly name = 'UsageError'
}

/**
 * The command line and the settings are valid, but the command cannot do its work, e.g. because a file does not exist
 * or a port is in use: exit status 1. The message is one line. If the user can correct the problem, the message says
 * how.
 */
export class StartError extends Error {
  override readonly name = 'StartError'
}

/**
 * The program that reads stdout has closed the pipe, e.g. `head` after the lines that it needs. The command ends
 * without a message, with exit status 141.
 */
export class ClosedOutputError extends Error {
  override readonly name = 'ClosedOutputError'
}

/** Collects faults, to report all of them together. */
export class Faults {
  readonly #messages: string[] = []

  add(message: string): void {
    this.#messages.push(message)
  }

  /** @throws UsageError if there is any fault; its message lists all faults on one line */
  throwIfAny(): void {
    if (this.#messages.length > 0) throw new UsageError(this.#messages.join('; '))
  }
}

/** The code of an error of the operating system or a driver, such as `EADDRINUSE`. */
export function errorCode(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined
}
