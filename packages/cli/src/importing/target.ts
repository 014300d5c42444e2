import type { Opsgraph } from '@opsgraph/core'
import { UsageError } from '../faults.js'
import type { Ports } from '../ports.js'
import { findInput } from '../read-input.js'
import { RemoteServer } from '../remote-server.js'
import { type ServerFlags, serverUrl } from '../server-options.js'
import { type Importer, type ImportKind, localImporter, openMemoryState, remoteImporter } from './importer.js'

export interface TargetFlags extends ServerFlags {
  /** The path of a snapshot file, on whose data the command works. */
  readonly state?: string | undefined
}

/** The data on which a command works: those of a server, or a state in memory. */
export type Target = { readonly server: RemoteServer } | { readonly opsgraph: Opsgraph }

/**
 * Opens the target that the flags select. The flag for a snapshot overrides the server in the environment.
 *
 * @throws UsageError for flags that contradict one another
 * @throws StartError for a snapshot that cannot be read
 */
export async function openTarget({ state, ...flags }: TargetFlags, ports: Ports): Promise<Target> {
  if (state !== undefined && flags.url !== undefined) {
    throw new UsageError('--state or --url, not both: name a snapshot or a server')
  }
  if (state === undefined && serverUrl(flags, ports.env) !== undefined)
    return { server: new RemoteServer(flags, ports) }
  requireNoServerFlags(flags)
  return { opsgraph: await openMemoryState(state === undefined ? undefined : await findInput(state, ports)) }
}

/** @throws UsageError for a flag that has no effect without a server */
export function requireNoServerFlags({ key, timeout }: ServerFlags): void {
  if (key !== undefined) throw new UsageError('--key needs --url: the server that the key is for')
  if (timeout !== undefined) throw new UsageError('--timeout needs --url: the server to wait for')
}

/**
 * Prints a note if a plan is based on an empty state, because the user might assume that it is based on stored data.
 */
export function noteEmptyState(target: Target, { state }: TargetFlags, { note }: Pick<Ports, 'note'>): void {
  if ('opsgraph' in target && state === undefined) note(EMPTY_STATE_NOTE)
}

const EMPTY_STATE_NOTE =
  'planned on an empty state, as if nothing was stored yet: name a snapshot with --state, or a server with --url'

export function createImporter<Report>(kind: ImportKind<Report>, target: Target): Importer<Report> {
  return 'server' in target ? remoteImporter(kind, target.server) : localImporter(kind, target.opsgraph)
}
