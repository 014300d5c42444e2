import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * @typedef {object} CaseAlert an alert of a case
 * @property {string} resource
 * @property {string} metric `latency` or `availability`
 * @property {number} score how far the metric is from its median, in median absolute deviations
 *
 * @typedef {'sameMetric' | 'usual'} AlertKind
 *
 * @typedef {object} Case a fault with a known cause
 * @property {string} id
 * @property {string} scenario the name of its graph
 * @property {'train' | 'test'} split
 * @property {string} target the resource at which the failure is noticed
 * @property {string} cause the resource that was broken
 * @property {Record<AlertKind, readonly CaseAlert[]>} alerts
 *
 * @typedef {{ caller: string, callee: string }} Call
 *
 * @typedef {readonly (readonly string[])[]} RankedCauses the resources of each cause, the most likely cause first; a circle has
 *   several resources
 */

const ABOUT = `The environment variable PETSHOP must name a folder with the files graphs.json and cases.jsonl, which
bench/README.md describes. They come from the PetShop data set of Amazon Science: faults with known causes in an
application of 41 components. It is published at https://github.com/amazon-science/petshop-root-cause-analysis
(arXiv 2311.04806; data under CC BY 4.0).`

/**
 * Reads the faults of the PetShop data set from a folder.
 *
 * @param {string | undefined} folder
 * @returns {{ graphs: Readonly<Record<string, readonly Call[]>>, cases: readonly Case[] }}
 * @throws Error if the folder lacks one of the files
 */
export function readPetShop(folder) {
  const [graphs, cases] = ['graphs.json', 'cases.jsonl'].map((name) => join(folder ?? '', name))
  if (!folder || !graphs || !cases || !existsSync(graphs) || !existsSync(cases)) throw new Error(ABOUT)
  const lines = readFileSync(cases, 'utf8').split('\n')
  return {
    graphs: JSON.parse(readFileSync(graphs, 'utf8')),
    cases: lines.filter((line) => line !== '').map((line) => JSON.parse(line)),
  }
}

/**
 * Ranks resources by the greatest score of their alerts.
 *
 * @param {readonly CaseAlert[]} alerts
 * @returns {RankedCauses}
 */
export function rankByScore(alerts) {
  return sortByScore(findGreatestScores(alerts))
}

/**
 * Ranks causes as the traversal baseline of the data set does. A cause is a resource with an alert that calls no other
 * resource with an alert, and from which a path of resources with alerts leads up to the target. Causes are ranked by
 * the sum of the scores on the best such path. If resources with alerts call each other in a circle, there is no
 * answer.
 *
 * @param {readonly CaseAlert[]} alerts
 * @param {readonly Call[]} calls
 * @param {string} target
 * @returns {RankedCauses}
 */
export function rankByTraversal(alerts, calls, target) {
  const scores = findGreatestScores(alerts)
  const known = calls.filter(({ caller, callee }) => caller !== callee && scores.has(caller) && scores.has(callee))
  const callers = new Set(known.map(({ caller }) => caller))
  /** The greatest sum of scores on a path from each resource up to the target; `undefined` while it is computed. */
  const sums = new Map(/** @type {[string, number | undefined][]} */ ([]))
  let isCircle = false
  /** @type {(resource: string) => number} */
  const sumFrom = (resource) => {
    if (sums.has(resource)) {
      const sum = sums.get(resource)
      isCircle ||= sum === undefined
      return sum ?? Number.NEGATIVE_INFINITY
    }
    sums.set(resource, undefined)
    const own = scores.get(resource) ?? 0
    const above = known.filter(({ callee }) => callee === resource).map(({ caller }) => sumFrom(caller))
    const sum = own + (resource === target ? 0 : Math.max(Number.NEGATIVE_INFINITY, ...above))
    sums.set(resource, sum)
    return sum
  }
  const all = Array.from(scores.keys(), (resource) => /** @type {const} */ ([resource, sumFrom(resource)]))
  if (isCircle) return []
  return sortByScore(all.filter(([resource, sum]) => !callers.has(resource) && Number.isFinite(sum)))
}

/** @param {readonly CaseAlert[]} alerts */
function findGreatestScores(alerts) {
  const scores = new Map(/** @type {[string, number][]} */ ([]))
  for (const { resource, score } of alerts) scores.set(resource, Math.max(score, scores.get(resource) ?? 0))
  return scores
}

/** @param {Iterable<readonly [resource: string, score: number]>} scores */
function sortByScore(scores) {
  return [...scores].toSorted((one, other) => other[1] - one[1]).map(([resource]) => [resource])
}
