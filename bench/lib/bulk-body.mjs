import { SOURCE } from './relation-rows.mjs'

/** @import { Ends } from './debian.mjs' */

let drawn = 0

/**
 * Generates relations that are not stored yet: a part of the package graph, with a new environment at each call.
 *
 * @param {readonly Ends[]} relations
 * @param {number} size
 * @returns {readonly Ends[]}
 */
export function drawBatch(relations, size) {
  drawn++
  const from = (drawn * 7_919) % (relations.length - size)
  const environment = `batch-${drawn}`
  return relations.slice(from, from + size).map(({ resource, parent }) => ({ environment, resource, parent }))
}

/**
 * Returns the body of a bulk request.
 *
 * @param {readonly Ends[]} relations
 */
export function toBody(relations) {
  return Buffer.from(JSON.stringify({ ...SOURCE, relations }))
}
