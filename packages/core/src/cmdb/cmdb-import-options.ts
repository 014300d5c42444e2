import { type BodyReader, readOptions } from '../body-reader.js'
import { FILE_ENCODINGS, type FileEncoding } from '../decode-file.js'
import { LIMITS } from '../limits.js'
import type { OptionalFields } from '../optional-fields.js'
import { IMPORT_MODES, IMPORT_SCOPES } from '../plan/plan-options.js'
import { type ColumnMap, readColumnMap } from './column-map.js'
import { CMDB_FORMATS, type CmdbFormat } from './read-cmdb-text.js'
import { COLUMN_FIELDS } from './record-fields.js'
import { REMOVAL_LIMIT_FORMS, type RemovalLimit, readRemovalLimit } from './removal-limit.js'

export type CmdbMode = (typeof IMPORT_MODES)[number]
export type CmdbScope = (typeof IMPORT_SCOPES)[number]

/**
 * The allowed values of the options that have a closed list. The first value is the default, except that a missing
 * `format` is detected. For `map`, the values are the fields that a column may stand for, besides attributes.
 */
export const CMDB_OPTIONS = {
  format: CMDB_FORMATS,
  mode: IMPORT_MODES,
  scope: IMPORT_SCOPES,
  encoding: FILE_ENCODINGS,
  map: COLUMN_FIELDS,
} as const

/** The options of an import (rules.md#cmdb-request). */
export interface CmdbImportOptions {
  readonly mode: CmdbMode
  /** The name of the CMDB. The name is stored as `sourceRef` of relations and as `params.cmdbSource` of nodes. */
  readonly source: string
  /** The environment of records that name no environment. */
  readonly environment: string
  /** The format of the file; `undefined` = the format is detected. */
  readonly format: CmdbFormat | undefined
  readonly scope: CmdbScope
  /** How the file is encoded. A byte order mark in the file overrides this option. */
  readonly encoding: FileEncoding
  /** The fields of a record for which columns (CSV) or fields (JSON) with other names stand, by the other name. */
  readonly map: ColumnMap
  /** If true, records with faults are left out, and the others are imported. */
  readonly skipInvalid: boolean
  /** How much the import may remove; `undefined` = no limit. */
  readonly maxRemovals: RemovalLimit | undefined
  /**
   * The import removes relations that this source has not declared for this many days; `undefined` = it removes none.
   */
  readonly removeStaleAfter: number | undefined
}

/** The options as a caller writes them. Defaults: mode `merge`, source `cmdb`, the empty environment. */
export type CmdbImportOptionsInput = OptionalFields<
  Omit<CmdbImportOptions, 'map' | 'maxRemovals'> & {
    /** A text such as `Name:resource,Used by:parent`. */
    readonly map: string
    /**
     * A number, a percentage of what the source has stored, or both, such as `10`, `20%` or `20%,10`. If both are
     * given, the greater one is the limit.
     */
    readonly maxRemovals: string
  }
>

/**
 * Reads the options of a caller and fills in defaults. An empty `source` counts as missing. An empty `maxRemovals` is
 * refused: if a script passes a variable that is not set, the import must not run without a limit.
 *
 * @throws OpsgraphError `invalid`, naming the option
 */
export function readCmdbImportOptions(options: unknown): CmdbImportOptions {
  return readOptions(options, (reader) => {
    const source = reader.name('source') || 'cmdb'
    if (source.length > LIMITS.cmdbSource) {
      throw reader.fault('source', `is longer than ${LIMITS.cmdbSource} characters`)
    }
    return {
      mode: reader.choice('mode', IMPORT_MODES) ?? 'merge',
      source,
      environment: reader.name('environment') ?? '',
      format: reader.choice('format', CMDB_FORMATS),
      scope: reader.choice('scope', IMPORT_SCOPES) ?? 'source',
      encoding: reader.choice('encoding', FILE_ENCODINGS) ?? 'utf-8',
      map: readMap(reader),
      skipInvalid: reader.boolean('skipInvalid') ?? false,
      maxRemovals: readMaxRemovals(reader),
      removeStaleAfter: readStaleDays(reader),
    }
  })
}

/** The options of applying relations (rules.md#applying-relations). */
export type RelationsApplyOptions = Omit<CmdbImportOptions, 'skipInvalid'>
/** The options of applying relations as a caller writes them. `source` is required. */
export type RelationsApplyOptionsInput = Omit<CmdbImportOptionsInput, 'skipInvalid' | 'source'> & {
  readonly source: string
}

/**
 * Reads the options of applying relations, and fills in defaults.
 *
 * @throws OpsgraphError `invalid`, naming the option
 */
export function readRelationsApplyOptions(options: unknown): RelationsApplyOptions {
  readOptions(options, (reader) => reader.requiredName('source'))
  return readCmdbImportOptions(options)
}

function readMaxRemovals(reader: BodyReader): RemovalLimit | undefined {
  const text = reader.string('maxRemovals')
  if (text === undefined) return undefined
  const limit = readRemovalLimit(text)
  if (limit === undefined) throw reader.fault('maxRemovals', REMOVAL_LIMIT_FORMS)
  return limit
}

function readStaleDays(reader: BodyReader): number | undefined {
  const days = reader.value('removeStaleAfter')
  const { min, max } = LIMITS.staleAfterDays
  if (days === undefined || (Number.isSafeInteger(days) && Number(days) >= min && Number(days) <= max)) {
    return days as number | undefined
  }
  throw reader.fault('removeStaleAfter', `must be a whole number of days from ${min} to ${max}`)
}

function readMap(reader: BodyReader): ColumnMap {
  const map = readColumnMap(reader.text('map') ?? '')
  if ('fault' in map) throw reader.fault('map', map.fault)
  return map
}
