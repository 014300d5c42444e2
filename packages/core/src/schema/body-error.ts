import type { Issue } from '../issue.js'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'

/** The codes of faults in the body of a request. */
export const BODY_CODES = ['missingField', 'unknownField', 'invalidField'] as const
export type BodyIssue = Issue<(typeof BODY_CODES)[number]>

/**
 * The error for a body with faults. If the body has unknown fields, the message names them, up to `MAX_NAMED_FIELDS`;
 * if not, the message is that of the first fault. The issues of the error are the first `LIMITS.issues` faults.
 *
 * @param faults at least one; the message of each begins with its path
 */
export function bodyError(faults: readonly BodyIssue[]): OpsgraphError {
  const unknown = faults.filter(({ code }) => code === 'unknownField')
  const named = unknown.slice(0, MAX_NAMED_FIELDS).map(({ path }) => path)
  const message = unknown.length > 0 ? `unknown fields: ${named.join(', ')}` : (faults[0]?.message ?? '')
  const others = faults.length - Math.max(unknown.length, 1)
  return new OpsgraphError(
    'invalid',
    others === 0 ? message : `${message} (and ${others} more)`,
    faults.slice(0, LIMITS.issues),
  )
}

/** The maximum number of unknown fields in a message. */
const MAX_NAMED_FIELDS = 10

/**
 * Creates a fault of a body. Its message is the path, followed by `what`.
 *
 * @param path the path of the faulty value; empty = the body itself
 */
export function bodyIssue(code: BodyIssue['code'], path: string, what: string): BodyIssue {
  return { code, path, message: `${path === '' ? 'the body' : path} ${what}` }
}

/** The error for a body with one fault. */
export function bodyFault(path: string, what: string): OpsgraphError {
  return bodyError([bodyIssue(codeOfMessage(what), path, what)])
}

export function codeOfMessage(what: string): BodyIssue['code'] {
  return what === REQUIRED_MESSAGE ? 'missingField' : 'invalidField'
}

export const REQUIRED_MESSAGE = 'is required'

/** Collects the faults of several readers, so that one error names all of them. */
export class Faults {
  readonly list: BodyIssue[] = []

  add(path: string, what: string): void {
    this.list.push(bodyIssue(codeOfMessage(what), path, what))
  }

  /** Runs `read`. If it throws faults, they are collected, and the result is `undefined`. */
  of<Read>(read: () => Read): Read | undefined {
    try {
      return read()
    } catch (error) {
      if (!(error instanceof OpsgraphError) || error.issues.length === 0) throw error
      this.list.push(...(error.issues as readonly BodyIssue[]))
      return undefined
    }
  }

  throwIfAny(): void {
    if (this.list.length > 0) throw bodyError(this.list)
  }
}

/** Runs `read`. An error of the kind `invalid` is added to `errors`, and the result is `undefined`. */
export function catchInvalid<Read>(errors: OpsgraphError[], read: () => Read): Read | undefined {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof OpsgraphError) || error.kind !== 'invalid') throw error
    errors.push(error)
    return undefined
  }
}

/** Combines the errors of several parts of a body into one error with all faults. */
export function combineErrors(errors: readonly OpsgraphError[]): OpsgraphError {
  const issues = errors.flatMap((error) => error.issues).slice(0, LIMITS.issues)
  return new OpsgraphError('invalid', errors.map(({ message }) => message).join('; '), issues)
}

/**
 * Reads the items of a list. Leaves out items with faults, and collects their faults.
 *
 * @param isSpent returns true if a limit is exceeded; the remaining items are then not read
 */
export function collectFaults<Sent, Read>(
  sent: readonly Sent[],
  read: (item: Sent, index: number) => Read,
  isSpent = () => false,
) {
  const items: Read[] = []
  const faults = new Faults()
  for (const [index, item] of sent.entries()) {
    if (isSpent()) break
    const found = faults.of(() => ({ read: read(item, index) }))
    if (found !== undefined) items.push(found.read)
  }
  return { items, faults: faults.list }
}

/** Joins two paths: `nodes` and `[3].label` become `nodes[3].label`. */
export function joinPath(outer: string, inner: string): string {
  return outer === '' || inner === '' || inner.startsWith('[') ? outer + inner : `${outer}.${inner}`
}

/** Converts a fault of a value to a fault of the object or list that contains this value at the path `at`. */
export function prefixIssuePath(at: string, { code, path, message }: BodyIssue): BodyIssue {
  if (path === '') return bodyIssue(code, at, message.replace(/^the body /, ''))
  return { code, path: joinPath(at, path), message: joinPath(at, message) }
}
