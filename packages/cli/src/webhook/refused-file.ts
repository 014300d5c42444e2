import type { Issue } from '@opsgraph/core'
import type { Refusal } from '../importing/answer.js'
import type { TextPlace } from '../json/find-places.js'
import { type Paint, printable } from '../text.js'

/** A file that a server would refuse. */
export interface RefusedFile {
  /** The display name. */
  readonly name: string
  /** The answer that a server would give. */
  readonly refusal: Refusal
  /** The faults, with their positions if these are known. */
  readonly faults: readonly PlacedFault[]
}

export interface PlacedFault extends Pick<Issue, 'message'> {
  readonly code?: string
  readonly place?: TextPlace | undefined
}

export function isRefused(file: object): file is RefusedFile {
  return 'refusal' in file
}

/**
 * Creates the result for a refused file.
 *
 * @param faults default: one fault, with the message of the refusal
 */
export function refused(
  name: string,
  { code, message, errors }: { readonly code: number; readonly message: string; readonly errors?: readonly Issue[] },
  faults: readonly PlacedFault[] = [{ message }],
): RefusedFile {
  return { name, refusal: { status: 'error', code, message, requestId: '', ...(errors && { errors }) }, faults }
}

/** Formats a line for each fault in the style of compiler messages. */
export function refusedLines({ name, faults }: RefusedFile, paint: Paint): readonly string[] {
  return faults.map(({ code, message, place }) => {
    const where = place === undefined ? printable(name) : `${printable(name)}:${place.line}:${place.column}`
    const what = code === undefined ? 'error' : `error ${code}`
    return `${paint('bold', where)}: ${paint('red', what)}: ${printable(message)}`
  })
}
