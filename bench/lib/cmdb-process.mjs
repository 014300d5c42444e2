import { createReadStream } from 'node:fs'

/** Parses or plans a CSV file once, and prints the peak memory of this process in MiB. */
const [work, file = ''] = process.argv.slice(2)
const bytes = createReadStream(file)
if (work === 'plan') {
  const { planCmdbImport, readCmdbFile } = await import('@opsgraph/core/pure')
  const { records } = await readCmdbFile(bytes, { environment: '' })
  const state = { relations: [], claims: [], catalogServices: new Set(), topologies: [], freeTopologies: null }
  const { topologies } = planCmdbImport(state, records, { mode: 'merge', source: 'cmdb' })
  if (topologies.length === 0) throw new Error('nothing was planned')
} else {
  const { parse } = await import('fast-csv')
  await new Promise((resolve, reject) => {
    let rows = 0
    const parser = parse({ headers: true }).on('data', () => rows++)
    bytes
      .pipe(parser)
      .on('error', reject)
      .on('end', () => resolve(rows))
  })
}
process.stdout.write(`${process.resourceUsage().maxRSS / 1024}\n`)
