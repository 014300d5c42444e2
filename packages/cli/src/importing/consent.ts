import { StartError } from '../faults.js'
import type { Ports } from '../ports.js'
import { STANDARD_INPUT } from '../read-input.js'

const PARTICIPLE_BY_VERB = {
  import: { whether: 'whether to import', question: 'Import this into', done: 'imported' },
  apply: { whether: 'whether to apply this', question: 'Apply this to', done: 'applied' },
  decommission: { whether: 'whether to decommission', question: 'Decommission this on', done: 'decommissioned' },
} as const

/** What a command does. */
export type Verb = keyof typeof PARTICIPLE_BY_VERB

/** Returns the past participle of a verb, such as `imported`. */
export function pastParticiple(verb: Verb): string {
  return PARTICIPLE_BY_VERB[verb].done
}

/** An import that needs the user's consent. */
export interface ConsentRequest {
  /** What the user is asked to do; default: to import. */
  readonly verb?: Verb
  /** The files to import. */
  readonly paths: readonly string[]
  /** The URL of the server. */
  readonly url: string
  /** Whether consent was given on the command line. */
  readonly yes: boolean
  /** The command that the error message recommends if the user cannot be asked. */
  readonly planCommand: string
}

/**
 * Checks that the command line gives consent or that the user can be asked. Called before the plan is made.
 *
 * @throws StartError if consent is not given and there is no terminal to ask on
 */
export function requireConsent(
  { paths, yes, planCommand, verb = 'import' }: ConsentRequest,
  { terminal }: Pick<Ports, 'terminal'>,
): void {
  if (yes || (!paths.includes(STANDARD_INPUT) && terminal.isInteractive)) return
  throw new StartError(`cannot ask here ${PARTICIPLE_BY_VERB[verb].whether}: pass --yes, or run "${planCommand}" first`)
}

/**
 * Asks the user for consent, unless it was given on the command line.
 *
 * @throws StartError if the user does not agree
 */
export async function askConsent(
  { url, yes, verb = 'import' }: Pick<ConsentRequest, 'url' | 'yes' | 'verb'>,
  { terminal }: Pick<Ports, 'terminal'>,
): Promise<void> {
  if (yes) return
  const reply = await terminal.ask(`${PARTICIPLE_BY_VERB[verb].question} ${url}? [y/N] `)
  if (!/^\s*y(es)?\s*$/i.test(reply)) throw new StartError(`not ${PARTICIPLE_BY_VERB[verb].done}: nothing was written`)
}

/** Ports that print to stderr without color, so that stdout contains only the result. */
export function toStderrPorts({ note, terminal }: Ports): Pick<Ports, 'print' | 'terminal'> {
  return { print: note, terminal: { ...terminal, isColored: false } }
}
