import { BodyReader } from '../body-reader.js'
import { LIMITS } from '../limits.js'
import { CMDB_FORMATS, type CmdbFormat } from './cmdb-format.js'

export const CMDB_MODES = ['merge', 'replace'] as const
/** `merge` adds and updates; `replace` also removes what this source has made and no longer states. */
export type CmdbMode = (typeof CMDB_MODES)[number]

/** How an import is to be done (rules.md#cmdb-request). */
export interface CmdbImportOptions {
  readonly mode: CmdbMode
  /** The name of the CMDB: `sourceRef` of relations, `params.cmdbSource` of nodes. */
  readonly source: string
  /** Where records without an environment belong. */
  readonly environment: string
  /** `undefined` = as the file looks. */
  readonly format: CmdbFormat | undefined
}

/**
 * Reads the options that a caller sends, defaults filled in; empty texts count as missing.
 *
 * @throws OpsgraphError `invalid`, naming the option
 */
export function readCmdbImportOptions(options: unknown): CmdbImportOptions {
  const reader = new BodyReader(options)
  const source = reader.name('source') || 'cmdb'
  if (source.length > LIMITS.cmdbSource) {
    throw reader.fault('source', `is longer than ${LIMITS.cmdbSource} characters`)
  }
  return {
    mode: reader.choice('mode', CMDB_MODES) ?? 'merge',
    source,
    environment: reader.name('environment') ?? '',
    format: reader.choice('format', CMDB_FORMATS),
  }
}
