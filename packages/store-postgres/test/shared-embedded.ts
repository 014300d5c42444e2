import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { SharedResource } from '../../../test/once-a-run/shared-resource.js'
import { openEmbeddedStore } from '../src/open-store.js'

/**
 * Makes a data directory in the state in which a closed store leaves it. Also makes a dump of the same database, for
 * databases in memory.
 */
export async function makeSharedEmbedded(): Promise<SharedResource> {
  const place = await mkdtemp(join(tmpdir(), 'opsgraph-embedded-'))
  await (await openEmbeddedStore({ dataDir: join(place, 'data') })).close()
  const pglite = await PGlite.create(join(place, 'data', 'postgres'))
  const dump = await pglite.dumpDataDir('none')
  await pglite.close()
  await writeFile(join(place, 'dump.tar'), Buffer.from(await dump.arrayBuffer()))
  return { place, remove: () => rm(place, { recursive: true, force: true }) }
}
