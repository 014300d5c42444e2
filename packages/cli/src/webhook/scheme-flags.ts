import { type HeaderScheme, isHeaderName, SCHEMES } from '@opsgraph/core'
import { UsageError } from '../faults.js'
import { printable } from '../text.js'

export interface SchemeFlags {
  readonly scheme: string
  readonly headerName?: string | undefined
}

/** How a delivery proves who sent it, and in which header. */
export interface ChosenScheme<Scheme extends HeaderScheme> {
  readonly scheme: Scheme
  readonly headerName: string
}

/**
 * @param schemes those that the command can do
 * @throws UsageError for another scheme, and for a header name that it lacks, cannot have or is none
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
    throw new UsageError(`--header-name: the scheme ${scheme} has the header ${fixed}, leave it out`)
  }
  if (headerName === undefined) {
    throw new UsageError(`the scheme ${scheme} needs --header-name: the authHeaderName of the webhook`)
  }
  if (isHeaderName(headerName)) return { scheme, headerName }
  throw new UsageError(`--header-name: ${printable(headerName.slice(0, 100))} is no name of a header`)
}
