/**
 * How many relations and nodes an import may remove: `count`, or `percent` of those of its source, whichever is
 * greater.
 */
export interface RemovalLimit {
  readonly count: number
  readonly percent: number
  /** The limit as the caller wrote it, for messages. */
  readonly text: string
}

/** The limit that the command line and the console send by default. */
export const USUAL_REMOVALS = '20%,10'

/** Reads `10`, `20%` or `20%,10`. Returns `undefined` for any other text. */
export function readRemovalLimit(text: string): RemovalLimit | undefined {
  const [, count, percent, minimum] = /^(?:(\d{1,9})|(\d{1,3})%(?:,(\d{1,9}))?)$/.exec(text) ?? []
  if ((count ?? percent) === undefined || Number(percent ?? 0) > 100) return undefined
  return { count: Number(count ?? minimum ?? 0), percent: Number(percent ?? 0), text }
}

export const REMOVAL_LIMIT_FORMS = 'must be a number such as 10, a percentage such as 20%, or both such as 20%,10'

/** @param before how many relations and nodes the source has before the import */
export function allowedRemovals({ count, percent }: RemovalLimit, before: number): number {
  return Math.max(count, Math.floor((before * percent) / 100))
}
