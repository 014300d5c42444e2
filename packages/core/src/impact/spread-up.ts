import type { BitWalk } from './bit-walk.js'
import type { NumberedStart } from './ways-up.js'

/** A start of a walk, and the bits that spread from it. */
export interface BitStart extends NumberedStart {
  readonly bits: readonly number[]
}

/**
 * Spreads bits up the graph of a walk. The parent that an alert names (`stated`) is one level above the resource of the
 * alert, as if the parent were stored as a parent of this resource.
 */
export function* spreadUp(walk: BitWalk, starts: readonly BitStart[], levels: number): Generator<undefined, void> {
  for (const { node, bits } of starts) walk.add(node, bits)
  yield* walk.advance()
  for (const { stated, bits } of starts) if (stated !== undefined) walk.add(stated, bits)
  for (let level = 2; level <= levels; level++) yield* walk.advance()
}
