import { createOpsgraph, type Opsgraph, OpsgraphError } from '@opsgraph/core'
import { MemoryStore } from '@opsgraph/store-memory'
import { StartError } from '../faults.js'
import type { Input } from '../read-input.js'
import type { Answer, Importer, Sending } from './answer.js'

const OPERATOR = { user: 'admin', scopes: ['admin' as const], requestId: null }

/** Plans and imports without a server: on a state in memory, which ends with the process. */
export class LocalImporter implements Importer {
  readonly #opsgraph: Opsgraph

  private constructor(opsgraph: Opsgraph) {
    this.#opsgraph = opsgraph
  }

  /**
   * @param state a snapshot; `undefined` = nothing is known yet
   * @throws StartError when that is no snapshot
   */
  static async on(state: Input | undefined): Promise<LocalImporter> {
    const opsgraph = createOpsgraph({ store: new MemoryStore() })
    if (state !== undefined) {
      await opsgraph.loadSnapshot(state.open).catch((error: unknown) => {
        throw error instanceof OpsgraphError ? new StartError(`${state.name}: ${error.message}`) : error
      })
    }
    return new LocalImporter(opsgraph)
  }

  async send({ bytes, fileName, options, dryRun }: Sending): Promise<Answer> {
    try {
      const { report } = await this.#opsgraph.importCmdb(OPERATOR, { body: bytes, fileName, options, dryRun })
      return { status: 'ok', ...report }
    } catch (error) {
      if (!(error instanceof OpsgraphError) || error.kind !== 'invalid') throw error
      // Without a list of faults it is not about the file: messages about options begin with their names.
      if (error.issues.length === 0) throw new StartError(`--${error.message}`)
      return { status: 'error', code: 400, message: error.message, requestId: '', errors: error.issues }
    }
  }
}
