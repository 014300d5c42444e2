import { type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { UsageError } from '../faults.js'
import type { Answer, Importer, ImportKind, Sending } from './answer.js'

/** Plans and imports without a server. */
export class LocalImporter<Report> implements Importer<Report> {
  readonly #kind: ImportKind<Report>
  readonly #opsgraph: Opsgraph

  constructor(kind: ImportKind<Report>, opsgraph: Opsgraph) {
    this.#kind = kind
    this.#opsgraph = opsgraph
  }

  async send(sending: Sending): Promise<Answer<Report>> {
    try {
      return { status: 'ok', ...(await this.#kind.run(this.#opsgraph, sending)) }
    } catch (error) {
      if (!(error instanceof OpsgraphError) || error.kind !== 'invalid') throw error
      // An error without issues concerns an option, and its message begins with the name of the option.
      if (error.issues.length === 0) throw new UsageError(`--${error.message}`)
      return { status: 'error', code: 400, message: error.message, requestId: '', errors: error.issues }
    }
  }
}
