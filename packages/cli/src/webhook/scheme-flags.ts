import { type HeaderScheme, isHeaderName, SCHEMES } from '@opsgraph/core/pure'
import { UsageError } from '../faults.js'
import { printable } from '../text.js'

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
  throw new UsageError(`--header-name: ${printable(headerName.slice(0, 100))} is not a header name`)
}
