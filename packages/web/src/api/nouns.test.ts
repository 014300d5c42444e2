import { SCHEMAS } from '@opsgraph/core'
import { expect, it } from 'vitest'

// `pnpm generate` runs this file with `-u`, which writes `nouns.ts` anew. Without `-u`, a file that is out of date fails
// the test.

interface Noun {
  readonly names: readonly string[]
  readonly sentNames: readonly string[]
  readonly readNew: (body: unknown) => object
  readonly created: { readonly shape: Readonly<Record<string, Schema>>; meta(): Fields | undefined }
  readonly stored: { readonly shape: Readonly<Record<string, Schema>> }
}

/** The part of a zod schema that says which values a field can have. */
interface Schema {
  readonly def: { readonly type: string; readonly innerType?: Schema; readonly options?: readonly Schema[] }
  isOptional(): boolean
  isNullable(): boolean
}

type Fields = Readonly<Record<string, unknown>>

/** The nouns that have a form, each with the types of its answer and of its request in the OpenAPI document. */
const NOUNS = [
  ['ALERT_POLICY', SCHEMAS.alertPolicy, 'AlertPolicy', 'NewAlertPolicy'],
  ['API_KEY', SCHEMAS.apiKey, 'ApiKey', 'NewApiKey'],
  ['CATALOG_SERVICE', SCHEMAS.catalogService, 'CatalogService', 'CatalogServiceChanges'],
  ['MAINTENANCE_WINDOW', SCHEMAS.maintenanceWindow, 'MaintenanceWindow', 'NewMaintenanceWindow'],
  ['REDUNDANCY_RULE', SCHEMAS.redundancyRule, 'RedundancyRule', 'RedundancyRuleBody'],
  ['RELATION', SCHEMAS.relation, 'Relation', 'NewRelation'],
  ['RELATION_POLICY', SCHEMAS.relationPolicy, 'RelationPolicy', 'NewRelationPolicy'],
  ['SUBSCRIPTION', SCHEMAS.subscription, 'Subscription', 'NewSubscription'],
  ['TOPOLOGY', SCHEMAS.topology, 'Topology', 'NewTopology'],
  ['WEBHOOK', SCHEMAS.webhook, 'WebhookConfig', 'NewWebhook'],
  ['WEIGHT_POLICY', SCHEMAS.weightPolicy, 'WeightPolicy', 'NewWeightPolicy'],
] as const

it('should list the fields of each noun that has a form, as core defines them', async () => {
  const nouns = NOUNS.map(([name, noun, stored, body]) => {
    const fields = readFields(noun as Noun).map(([field, facts]) => `    ${field}: ${formatLiteral(facts)},\n`)
    const type = `FormNoun<Schemas['${stored}'], Schemas['${body}']>`
    return `export const ${name}: ${type} = {\n  fields: {\n${fields.join('')}  },\n}\n`
  })
  const file = `import type { FormNoun } from './noun-draft.js'
import type { components } from './schema.js'

// \`pnpm generate\` writes this file from the nouns of core. The console does not import the nouns themselves, because
// their schemas and descriptions would be a large part of the code that a browser loads.

type Schemas = components['schemas']

${nouns.join('\n')}`
  await expect(file).toMatchFileSnapshot('nouns.ts')
})

// Helpers

/** Returns the fields that both a request and an answer contain, and what `FormField` says about each of them. */
function readFields({ names, sentNames, readNew, created, stored }: Noun): readonly (readonly [string, Fields])[] {
  const fields = names.filter((name) => sentNames.includes(name))
  const required = fields.filter((name) => created.shape[name]?.isOptional() === false)
  const { examples: [example] = [] } = (created.meta() ?? {}) as { readonly examples?: readonly Fields[] }
  const least = readNew(Object.fromEntries(required.map((name) => [name, example?.[name]])))
  const first: Fields = { ...least, ...Object.fromEntries(required.map((name) => [name, ''])) }
  return fields.map((name) => {
    const schema = stored.shape[name] as Schema
    const facts = {
      ...(first[name] !== undefined && { first: first[name] }),
      ...(takesNumber(schema) && { isNumber: true }),
      ...(schema.isNullable() && { isNullable: true }),
    }
    return [name, facts]
  })
}

function takesNumber({ def: { type, innerType, options = [] } }: Schema): boolean {
  return type === 'number' || [...options, ...(innerType === undefined ? [] : [innerType])].some(takesNumber)
}

/** Writes a value as the formatter does. A filter without clauses is `{}`, as in answers. */
function formatLiteral(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(formatLiteral).join(', ')}]`
  if (typeof value === 'string') return `'${value}'`
  if (typeof value !== 'object' || value === null) return String(value)
  const isEmpty = ['{}', '{"operator":"AND","clauses":[]}'].includes(JSON.stringify(value))
  const fields = Object.entries(value).map(([name, inner]) => `${name}: ${formatLiteral(inner)}`)
  return isEmpty ? '{}' : `{ ${fields.join(', ')} }`
}
