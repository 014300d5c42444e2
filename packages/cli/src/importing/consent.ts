import { StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import { PIPE } from '../read-input.js'

/** An import that may have to be agreed to. */
export interface Consent {
  /** The files to import. */
  readonly paths: readonly string[]
  /** Where to. */
  readonly url: string
  /** Nobody is asked. */
  readonly yes: boolean
  /** The command that only plans. */
  readonly planCommand: string
}

/**
 * Sees to it that somebody can be asked, before anything is planned.
 *
 * @throws StartError when nobody can
 */
export function requireConsent({ paths, yes, planCommand }: Consent, { terminal }: Pick<Ports, 'terminal'>): void {
  if (yes || (!paths.includes(PIPE) && terminal.isInteractive)) return
  throw new StartError(`nobody can be asked here whether to import: say --yes, or look at "${planCommand}" first`)
}

/** @throws StartError when whoever is asked does not agree */
export async function askConsent({ url, yes }: Consent, { terminal }: Pick<Ports, 'terminal'>): Promise<void> {
  if (yes) return
  const said = await terminal.ask(`Import this into ${url}? [y/N] `)
  if (!/^\s*y(es)?\s*$/i.test(said)) throw new StartError('not imported: nothing was written')
}

/** Where people read what is not the result. */
export function besideResult({ note, terminal }: Ports): Pick<Ports, 'print' | 'terminal'> {
  return { print: note, terminal: { ...terminal, isColored: false } }
}
