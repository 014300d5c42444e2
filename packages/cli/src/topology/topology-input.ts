import { randomUUID } from 'node:crypto'
import { LIMITS } from '@opsgraph/core'
import { readTopologyFile, type TopologyFile } from '@opsgraph/core/pure'
import type { ImportRequest } from '../importing/importer.js'
import type { Ports } from '../ports.js'
import { findInput, readUpTo, requireOnePipe } from '../read-input.js'

/** Describes the arguments of commands that read topology files. */
export const FILES_HELP = 'export documents, bundles, editor exports or trees of an earlier release; - = standard input'

/**
 * A topology file in memory. If the file is too large for an import, `bytes` is only its beginning: one byte more
 * than the limit. This is enough to refuse the file.
 */
export interface TopologyInput extends Pick<ImportRequest, 'bytes' | 'fileName'> {
  readonly name: string
  /** The parsed content, and the issues of this file alone, without a comparison with other files. */
  readonly file: TopologyFile
}

/**
 * Reads topology files lazily, one after the other. Checks that all files exist before it reads the first one.
 *
 * @param service the service for files that name no service
 * @throws StartError if a file cannot be read
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
