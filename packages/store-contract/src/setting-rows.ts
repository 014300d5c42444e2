import type { LIST_COLUMNS } from '@opsgraph/core'
import type { ListQuery, Page, StoreParts } from '@opsgraph/core/store'
import { sampleAlias } from './alias-store-contract.js'
import { sampleMaintenanceWindow } from './maintenance-store-contract.js'
import { sampleRedundancyRule } from './redundancy-rule-store-contract.js'
import { sampleAlertPolicy, sampleCatalogService, sampleRelationPolicy, sampleWeightPolicy } from './sample-entries.js'

export type Step = (parts: StoreParts) => Promise<unknown>

/** The rows of one part of a store, for the tests that treat many parts in the same way. */
interface SettingRows {
  readonly list: (parts: StoreParts) => Promise<Page<unknown>>
  readonly version: (parts: StoreParts) => Promise<string>
  /** Adds a row, and returns it. */
  readonly add: (parts: StoreParts) => Promise<unknown>
  /** Changes the first stored row, adds another row, and removes the first one. */
  readonly changeStored: Step
  /** Returns steps that add a row, change it, add another row, and remove the first one. */
  readonly steps: () => readonly [Step, Step, Step, Step]
}

/** The names of the lists of the configuration. */
type ConfigList = {
  [List in keyof typeof LIST_COLUMNS]: (typeof LIST_COLUMNS)[List] extends { readonly config: object } ? List : never
}[keyof typeof LIST_COLUMNS]

/**
 * The parts of a store with what people configure, whose rows are independent of each other. The tests of transactions,
 * of the versions of lists and of the revision of the policies cover each of these parts.
 */
export const SETTING_ROWS = {
  catalog: settingRows({
    part: ({ catalog }) => catalog,
    sample: sampleCatalogService,
    change: { icon: 'changed' },
    remove: ({ catalog }, { serviceId }) => catalog.delete([serviceId]),
  }),
  weightPolicies: settingRows({
    part: ({ weightPolicies }) => weightPolicies,
    sample: sampleWeightPolicy,
    change: { weight: 3 },
    remove: ({ weightPolicies }, { id }) => weightPolicies.delete([id]),
  }),
  relationPolicies: settingRows({
    part: ({ relationPolicies }) => relationPolicies,
    sample: sampleRelationPolicy,
    change: { status: 'inactive' },
    remove: ({ relationPolicies }, { id }) => relationPolicies.delete([id]),
  }),
  alertPolicies: settingRows({
    part: ({ alertPolicies }) => alertPolicies,
    sample: sampleAlertPolicy,
    change: { order: 7 },
    remove: ({ alertPolicies }, { id }) => alertPolicies.delete([id]),
  }),
  redundancyRules: settingRows({
    part: ({ redundancyRules }) => redundancyRules,
    sample: sampleRedundancyRule,
    change: { minHealthy: '10%' },
    remove: ({ redundancyRules }, { id }) => redundancyRules.delete([id]),
  }),
  aliases: settingRows({
    part: ({ aliases }) => aliases,
    sample: sampleAlias,
    change: { resource: 'changed' },
    remove: ({ aliases }, { id }) => aliases.delete([id]),
  }),
  maintenance: settingRows({
    part: ({ maintenance }) => maintenance,
    sample: sampleMaintenanceWindow,
    change: { name: 'changed' },
    remove: ({ maintenance }, { id }) => maintenance.delete(id),
  }),
} as const satisfies Readonly<Record<Exclude<ConfigList, 'apiKeys' | 'subscriptions' | 'webhooks'>, SettingRows>>

export type SettingName = keyof typeof SETTING_ROWS
export const SETTING_NAMES = Object.keys(SETTING_ROWS) as readonly SettingName[]

// Helpers

interface SettingDescription<Row> {
  readonly part: (parts: StoreParts) => {
    list(query: ListQuery<never, never>): Promise<Page<Row>>
    version(): Promise<string>
    save(rows: readonly Row[]): Promise<unknown>
  }
  readonly sample: () => Row
  readonly change: NoInfer<Partial<Row>>
  readonly remove: (parts: StoreParts, row: NoInfer<Row>) => Promise<unknown>
}

const EVERYTHING = { filters: {}, sort: undefined, page: 1, pageSize: 1_000 } as const

function settingRows<Row>({ part, sample, change, remove }: SettingDescription<Row>): SettingRows {
  const list = (parts: StoreParts) => part(parts).list(EVERYTHING)
  return {
    list,
    version: (parts) => part(parts).version(),
    add: async (parts) => {
      const row = sample()
      await part(parts).save([row])
      return row
    },
    changeStored: async (parts) => {
      const [row] = (await list(parts)).items
      if (row === undefined) throw new Error('nothing to change')
      await part(parts).save([{ ...row, ...change }, sample()])
      await remove(parts, row)
    },
    steps: () => {
      const row = sample()
      return [
        (parts) => part(parts).save([row]),
        (parts) => part(parts).save([{ ...row, ...change }]),
        (parts) => part(parts).save([sample()]),
        (parts) => remove(parts, row),
      ]
    },
  }
}
