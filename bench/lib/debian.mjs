import { spawn } from 'node:child_process'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'

/**
 * @typedef {{ environment: string, resource: string, parent: string }} Ends
 */

/** The environment name of the package graph. */
export const DEBIAN = 'debian'

/**
 * Reads the packages that are available to this Debian system as a resource graph. The parents of a package are the
 * packages that it depends on, recommends or suggests. So the graph has the cycles and hubs of real data. The result is
 * sorted, and has no duplicates.
 *
 * @returns {Promise<Ends[]>}
 */
export async function readDebianGraph() {
  const directory = join(tmpdir(), 'opsgraph-bench-data')
  const file = join(directory, 'debian-relations.tsv')
  const cached = await readFile(file, 'utf8').catch(() => undefined)
  if (cached !== undefined) return readTable(cached)
  const table = toTable(await readPackages())
  await mkdir(directory, { recursive: true })
  await writeFile(`${file}.${process.pid}`, table)
  await rename(`${file}.${process.pid}`, file)
  return readTable(table)
}

/** The environment name of the graph of {@link drawLadder}. */
export const LADDER = 'ladder'

/**
 * Generates the worst case for a traversal that follows paths instead of edges: 20 levels of 50 resources. The parents
 * of every resource are all 50 resources of the level above.
 *
 * @returns {Ends[]}
 */
export function drawLadder(levels = 20, width = 50) {
  /** @type {Ends[]} */
  const relations = []
  for (let level = 1; level < levels; level++) {
    for (let child = 0; child < width; child++) {
      for (let parent = 0; parent < width; parent++) {
        relations.push({ environment: LADDER, resource: nameRung(level, child), parent: nameRung(level - 1, parent) })
      }
    }
  }
  return relations
}

/**
 * @param {number} level
 * @param {number} index
 */
export function nameRung(level, index) {
  return `L${String(level).padStart(2, '0')}_${String(index).padStart(2, '0')}`
}

const DEPENDENCIES = ['Pre-Depends', 'Depends', 'Recommends', 'Suggests']

/** @returns {Promise<Map<string, Map<string, string>>>} the fields of the first listed version of each package */
async function readPackages() {
  const child = spawn('apt-cache', ['dumpavail'], { stdio: ['ignore', 'pipe', 'ignore'] })
  const ended = new Promise((resolve, reject) => {
    child.once('error', (error) => reject(new Error('the package graph needs apt-cache', { cause: error })))
    child.once('close', resolve)
  })
  /** @type {Map<string, Map<string, string>>} */
  const packages = new Map()
  /** @type {Map<string, string>} */
  let fields = new Map()
  const addPackage = () => {
    const name = fields.get('Package')
    if (name !== undefined && !packages.has(name)) packages.set(name, fields)
    fields = new Map()
  }
  for await (const line of createInterface({ input: child.stdout })) {
    if (line === '') addPackage()
    const field = /^(Package|Pre-Depends|Depends|Recommends|Suggests): (.*)/.exec(line)
    if (field?.[1] !== undefined && field[2] !== undefined) fields.set(field[1], field[2])
  }
  addPackage()
  await ended
  return packages
}

/** @param {Map<string, Map<string, string>>} packages */
function toTable(packages) {
  const names = [...packages.keys()].sort()
  return names.flatMap((name) => [...listDependencies(name, packages)].map((parent) => `${name}\t${parent}\n`)).join('')
}

/**
 * @param {string} name
 * @param {Map<string, Map<string, string>>} packages
 */
function listDependencies(name, packages) {
  const stated = DEPENDENCIES.flatMap((field) => (packages.get(name)?.get(field) ?? '').split(/[,|]/))
  const parents = new Set(stated.map((text) => text.trim().split(/[ (:[]/)[0] ?? ''))
  parents.delete('')
  parents.delete(name)
  return parents
}

/**
 * @param {string} table
 * @returns {Ends[]}
 */
function readTable(table) {
  return table
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [resource = '', parent = ''] = line.split('\t')
      return { environment: DEBIAN, resource, parent }
    })
}
