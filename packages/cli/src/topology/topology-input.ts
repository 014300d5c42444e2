import { randomUUID } from 'node:crypto'
import { LIMITS, readTopologyFile, type TopologyFile } from '@opsgraph/core'
import type { Sending } from '../importing/answer.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo, requireOnePipe } from '../read-input.js'

/** A file of topologies in memory; at most a byte more than an import takes. */
export interface TopologyInput extends Pick<Sending, 'bytes' | 'fileName'> {
  readonly name: string
  /** What it holds, and all that is wrong with it on its own. */
  readonly file: TopologyFile
}

/**
 * Reads files of topologies one after the other, when each is asked for. All of them are there before the first is read.
 *
 * @param service of files that name none
 * @throws StartError when a file cannot be read
 */
export async function* readTopologyInputs(
  paths: readonly string[],
  service: string | undefined,
  ports: Ports,
): AsyncGenerator<TopologyInput> {
  requireOnePipe(paths)
  const inputs = []
  for (const path of paths) inputs.push(await findInput(path, ports))
  for (const input of inputs) {
    const bytes = await readUpTo(LIMITS.transferBytes, input)
    const file = await readTopologyFile(bytes, { service: service ?? '', newId: randomUUID })
    yield { name: input.name, fileName: input.fileName, bytes, file }
  }
}
