import { StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput } from '../read-input.js'
import { RemoteServer } from '../remote-server.js'
import type { Importer, ImportKind } from './answer.js'
import { LocalImporter } from './local-importer.js'
import { openMemoryState } from './memory-state.js'
import { RemoteImporter } from './remote-importer.js'

export interface TargetFlags {
  readonly url?: string | undefined
  readonly key?: string | undefined
  /** A snapshot. */
  readonly state?: string | undefined
}

/** @throws StartError for flags that contradict one another, and for a snapshot that cannot be read */
export async function importerOf<Report>(
  kind: ImportKind<Report>,
  { url, key, state }: TargetFlags,
  ports: Ports,
): Promise<Importer<Report>> {
  if (url !== undefined) {
    if (state !== undefined) throw new StartError('--state and --url: plan on a snapshot, or on a server')
    return new RemoteImporter(kind, new RemoteServer({ url, key }, ports))
  }
  if (key !== undefined) throw new StartError('--key needs --url: the server that the key is for')
  return new LocalImporter(kind, await openMemoryState(state === undefined ? undefined : await findInput(state, ports)))
}
