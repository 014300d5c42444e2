import type { Issue } from '../issue.js'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'

/** The codes of faults in the body of a request. */
export const BODY_CODES = ['missingField', 'unknownField', 'invalidField'] as const
export type BodyIssue = Issue<(typeof BODY_CODES)[number]>

/**
 * The error for a body with faults. Its message names all unknown fields, or else the first fault; its issues are the
 * faults, up to the limit.
 *
 * @param faults at least one; the message of each begins with its path
 */
export function bodyError(faults: readonly BodyIssue[]): OpsgraphError {
  const unknown = faults.filter(({ code }) => code === 'unknownField')
  const named = unknown.slice(0, NAMED).map(({ path }) => path)
  const message = unknown.length > 0 ? `unknown fields: ${named.join(', ')}` : (faults[0]?.message ?? '')
  const others = faults.length - Math.max(unknown.length, 1)
  return new OpsgraphError(
    'invalid',
    others === 0 ? message : `${message} (and ${others} more)`,
    faults.slice(0, LIMITS.issues),
  )
}

/** The number of unknown fields that the message names. */
const NAMED = 10

/**
 * A fault of a body; its message is the path, followed by `what`.
 *
 * @param path an empty path = the body itself
 */
export function bodyIssue(code: BodyIssue['code'], path: string, what: string): BodyIssue {
  return { code, path, message: `${path === '' ? 'the body' : path} ${what}` }
}

/** The error for a body with one fault. */
export function bodyFault(path: string, what: string): OpsgraphError {
  return bodyError([bodyIssue(codeOf(what), path, what)])
}

export function codeOf(what: string): BodyIssue['code'] {
  return what === REQUIRED ? 'missingField' : 'invalidField'
}

export const REQUIRED = 'is required'

/**
 * Reads the items of a list; an item with faults is left out.
 *
 * @param isSpent true if a limit is exceeded, so that the other items are not read
 */
export function collectFaults<Sent, Read>(
  sent: readonly Sent[],
  read: (item: Sent, index: number) => Read,
  isSpent = () => false,
) {
  const items: Read[] = []
  const faults: BodyIssue[] = []
  for (const [index, item] of sent.entries()) {
    if (isSpent()) break
    try {
      items.push(read(item, index))
    } catch (error) {
      if (!(error instanceof OpsgraphError) || error.issues.length === 0) throw error
      faults.push(...(error.issues as readonly BodyIssue[]))
    }
  }
  return { items, faults }
}

/** A path inside an object or a list: `nodes` and `[3].label` become `nodes[3].label`. */
export function joinPath(outer: string, inner: string): string {
  return outer === '' || inner === '' || inner.startsWith('[') ? outer + inner : `${outer}.${inner}`
}
