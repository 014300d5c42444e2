import { z } from 'zod'
import { LIMITS } from '../limits.js'
import type { ResourceKey } from '../relation/relation.js'
import { define, NAME, REQUIRED_NAME, readOnlyList, STORED_TIME } from '../schema/field.js'

/**
 * `merge` adds and updates; `replace` also removes items that this source created before and that the file no longer
 * contains.
 */
export const IMPORT_MODES = ['merge', 'replace'] as const

/**
 * From where the mode `replace` removes: from all environments in which the source has created items, or only from the
 * environments that the file names.
 */
export const IMPORT_SCOPES = ['source', 'environments'] as const

/** The resources that skipped records may be about. An import removes nothing that is stored about them. */
export interface ResourcesOfSkippedRecords {
  readonly resources: readonly ResourceKey[]
  /** Names of resources: in every environment, the resource with such a name counts. */
  readonly names: readonly string[]
  /** True if a skipped record may be about any resource, so that nothing may be removed. */
  readonly any: boolean
}

/** The options of an import in a plan document. */
export interface PlanOptionsOfImport {
  readonly source: string
  readonly mode: (typeof IMPORT_MODES)[number]
  readonly scope: (typeof IMPORT_SCOPES)[number]
  readonly held: ResourcesOfSkippedRecords
  /** Relations that were last confirmed before this time are stale and are removed; absent = none are removed. */
  readonly staleBefore?: string
}

export const PLAN_OPTIONS = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      source: REQUIRED_NAME.check(z.maxLength(LIMITS.cmdbSource)).meta({ maxLength: LIMITS.cmdbSource }),
      mode: z.enum(IMPORT_MODES).meta({ description: 'replace = also remove what the source no longer states' }),
      scope: z.enum(IMPORT_SCOPES).meta({ description: 'Where the mode replace removes' }),
      held: z
        .strictObject({
          resources: readOnlyList(z.array(z.strictObject({ environment: NAME, resource: REQUIRED_NAME }))).meta({
            description: 'Resources of these names in these environments',
          }),
          names: readOnlyList(z.array(REQUIRED_NAME)).meta({ description: 'Resources of these names everywhere' }),
          any: z.boolean().meta({ description: 'true = any resource' }),
        })
        .meta({ description: 'What records that are left out may be about: nothing of it is removed' }),
      staleBefore: STORED_TIME.optional().meta({
        description: 'Relations that the source has not stated since then are removed too',
      }),
    })
    .meta({ id: 'PlanOptions', description: 'The options of the import' }),
)

/** An item of a plan document, for the OpenAPI document. */
export const PLAN_ITEM = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      environment: NAME,
      resource: REQUIRED_NAME,
      parents: z.array(REQUIRED_NAME).meta({ description: 'All parents that the source knows' }),
      services: z.array(REQUIRED_NAME).meta({ description: 'The services whose topologies draw it' }),
      type: z.string().optional().meta({ maxLength: LIMITS.cmdbType, description: 'What it is; empty = blank' }),
      attributes: z
        .record(z.string(), z.string())
        .optional()
        .meta({ description: 'Further values; an empty text = blank' }),
    })
    .meta({ id: 'PlanItem', description: 'A record of the file' }),
)
