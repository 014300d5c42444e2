import { type HeaderScheme, isHeaderName, readTimestamp, SCHEMES } from '@opsgraph/core/pure'
import type { Command } from 'commander'
import { UsageError } from '../faults.js'
import { escapeControlCharacters } from '../text.js'

export interface SchemeFlags {
  readonly scheme: string
  readonly headerName?: string | undefined
}

/** The scheme that authenticates a delivery, and the name of its header. */
export interface ChosenScheme<Scheme extends HeaderScheme> {
  readonly scheme: Scheme
  readonly headerName: string
}

/**
 * Adds the argument for the file, and the flags for the scheme, its header and the secret. `readScheme` validates the
 * scheme.
 */
export function withSchemeOptions(command: Command, schemes: readonly HeaderScheme[]): Command {
  const custom = schemes.filter((scheme) => SCHEMES[scheme].header === undefined)
  const which = `the ${custom.length === 1 ? 'scheme' : 'schemes'} ${new Intl.ListFormat('en').format(custom)}`
  return command
    .argument('<file>', 'the file with the exact bytes of the body; - = standard input')
    .requiredOption('--scheme <scheme>', `the authHeaderScheme of the webhook, one of ${schemes.join(', ')}`)
    .requiredOption(
      '--secret-file <file>',
      'a file that holds only the secret; a newline at its end is ignored; - = standard input',
    )
    .option('--header-name <name>', `the authHeaderName of the webhook, for ${which}`)
}

/**
 * Validates the flags of a scheme.
 *
 * @param schemes the schemes that the command supports
 * @throws UsageError for another scheme, and for a missing, superfluous or invalid header name
 */
export function readScheme<Scheme extends HeaderScheme>(
  { scheme: sent, headerName }: SchemeFlags,
  schemes: readonly Scheme[],
): ChosenScheme<Scheme> {
  const scheme = schemes.find((candidate) => candidate === sent)
  if (scheme === undefined) throw new UsageError(`--scheme must be one of ${schemes.join(', ')}`)
  const fixed = SCHEMES[scheme].header
  if (fixed !== undefined) {
    if (headerName === undefined) return { scheme, headerName: fixed }
    throw new UsageError(`--header-name: the scheme ${scheme} always uses the header ${fixed}, omit this flag`)
  }
  if (headerName === undefined) {
    throw new UsageError(`the scheme ${scheme} needs --header-name: the authHeaderName of the webhook`)
  }
  if (isHeaderName(headerName)) return { scheme, headerName }
  throw new UsageError(`--header-name: ${escapeControlCharacters(headerName.slice(0, 100))} is not a header name`)
}

/** At most 12 digits, enough for thirty thousand years. A longer number is probably in milliseconds. */
const UNIX_SECONDS_PATTERN = /^\d{1,12}$/

/**
 * Reads seconds since 1970, the format of signature headers.
 *
 * @throws UsageError if the text is not such a number, or is in milliseconds
 */
export function readSecondsFlag(flag: string, text: string): number {
  if (UNIX_SECONDS_PATTERN.test(text)) return Number(text)
  throw new UsageError(`${flag} must be a number of seconds since 1970, such as 1795176000, not milliseconds`)
}

/**
 * Reads a time in the format of signature headers (seconds since 1970), or of history entries (ISO 8601).
 *
 * @throws UsageError if the text has neither format
 */
export function readTimeFlag(flag: string, text: string): string {
  const moment = UNIX_SECONDS_PATTERN.test(text) ? new Date(Number(text) * 1_000).toISOString() : readTimestamp(text)
  if (moment !== undefined) return moment
  throw new UsageError(`${flag} must be seconds since 1970, or a time such as 2026-11-20T12:00:00Z`)
}
