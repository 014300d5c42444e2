import { buildTopology, planCmdbImport, readCmdbFile } from '@opsgraph/core/pure'

/** @typedef {Parameters<typeof planCmdbImport>[0]} CmdbState */
/** @typedef {ReturnType<typeof planCmdbImport>} CmdbImportPlan */

/**
 * @typedef {{ resource: string, environment: string, parent: string, services: string[], type: string,
 *   attributes: Record<string, string> }} SentRecord
 */

/** The options of the import. */
export const IMPORT = /** @type {const} */ ({ mode: 'merge', source: 'cmdb' })
export const RECORDS = 50_000
const ENVIRONMENTS = 58
const PER_SERVICE = 32
const COLUMNS = ['version', 'maintainer', 'homepage', 'size']
const TIME = '2026-11-20T12:00:00.000Z'

/**
 * Generates records as a CMDB exports them. Every call returns the same records. Each service has 32 records, and 7 of
 * 8 records have a parent. Most parents are in the service of the record, some are in another service, and some have no
 * record. Some attribute values have accents.
 *
 * @param {number} [count]
 * @returns {SentRecord[]}
 */
export function drawRecords(count = RECORDS) {
  return Array.from({ length: count }, (_, number) => {
    const service = Math.floor(number / PER_SERVICE)
    return {
      resource: formatName(number),
      environment: `Environment ${service % ENVIRONMENTS}`,
      parent: chooseParent(number, service),
      services: [`service-${service}`],
      type: ['virtual machine', 'database', 'container'][number % 3] ?? '',
      attributes: {
        version: `${number % 9}.${number % 31}.${number % 7}+dfsg-${number % 5}`,
        maintainer: number % 50 === 0 ? 'Jürgen Weiß, Operations' : 'Team Infrastructure Operations',
        homepage: `https://example.org/inventory/${number}`,
        size: String((number * 7919) % 100_000),
      },
    }
  })
}

/** @param {readonly SentRecord[]} records */
export function toCsv(records) {
  const header = ['resource', 'environment', 'parent', 'services', 'type', ...COLUMNS.map((key) => `attr.${key}`)]
  const rows = records.map(({ resource, environment, parent, services, type, attributes }) =>
    [resource, environment, parent, services.join(';'), type, ...COLUMNS.map((key) => attributes[key] ?? '')].map(
      quoteCell,
    ),
  )
  return `${[header, ...rows].map((cells) => cells.join(',')).join('\n')}\n`
}

/** @type {CmdbState} */
export const EMPTY_STATE = {
  relations: [],
  claims: [],
  catalogServices: new Set(),
  topologies: [],
  freeTopologies: null,
}

/**
 * Returns the state that is stored after the import of a file into an empty store.
 *
 * @param {CmdbImportPlan} plan the plan of the file on the empty state
 * @returns {CmdbState}
 */
export function buildStateAfter(plan) {
  const newId = () => crypto.randomUUID()
  const topologies = plan.topologies.map((topology) =>
    buildTopology(topology, { source: IMPORT.source, newId, now: TIME }),
  )
  const relations = plan.relations.create.map((draft) => ({
    ...{ ...draft, id: newId(), createTime: TIME, updateTime: TIME },
  }))
  const catalogServices = new Set(plan.catalogServices.create.map(({ serviceId }) => serviceId))
  // This copy of the state shares no strings with the file, as if the state came from a database.
  const claims = relations.map(({ createTime: firstTime, updateTime: lastTime, ...claim }) => {
    return { ...claim, firstTime, lastTime, isReplaceable: false }
  })
  return { ...structuredClone({ relations, claims, topologies }), catalogServices, freeTopologies: null }
}

/**
 * Reads a file from its bytes, and plans its import.
 *
 * @param {Uint8Array} bytes
 * @param {CmdbState} state
 */
export async function planFile(bytes, state) {
  const { records, issues } = await readCmdbFile(bytes, { environment: '' })
  if (issues.length > 0) throw new Error(JSON.stringify(issues[0]))
  return planCmdbImport(state, records, IMPORT)
}

/** @param {number} number */
function formatName(number) {
  return `host-${number.toString(36)}.example.org`
}

/**
 * @param {number} number
 * @param {number} service
 */
function chooseParent(number, service) {
  const first = service * PER_SERVICE
  if (number % 8 === 0) return ''
  if (number % 8 === 1) return `rack-${number % 400}`
  // The parent of one record in eight is in the previous service, usually in another environment.
  if (number % 8 === 2) return formatName(Math.max(0, first - 1))
  return formatName(first + Math.floor((number - first) / 3))
}

/** @param {string} cell */
function quoteCell(cell) {
  return /[",;\n\r]/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell
}
