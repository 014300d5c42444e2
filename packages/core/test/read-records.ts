import type { CmdbFile } from '../src/cmdb/cmdb-record.js'
import { readJsonRecords } from '../src/cmdb/read-json-records.js'
import { withoutPauses } from '../src/steps.js'

/** Reads records as an import reads them from a JSON file. */
export function readRecords(value: unknown, environment: string): CmdbFile {
  return withoutPauses(readJsonRecords(JSON.stringify(value), environment))
}
