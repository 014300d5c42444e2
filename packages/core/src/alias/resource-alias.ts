import { isObject } from '../json-value.js'
import { normalizeName } from '../name.js'
import { Faults } from '../schema/body-error.js'
import { define, ID, NAME, REQUIRED_NAME, STORED_TIME } from '../schema/field.js'
import { defineNoun, type NewBody, optional, required, type Sent, type Stored, setByServer } from '../schema/noun.js'

const EXAMPLE_ALIAS = { resource: 'database' }

/** Other names of resources (rules.md#aliases). */
export const RESOURCE_ALIAS = /* @__PURE__ */ defineNoun(() => ({
  id: 'ResourceAlias',
  description: 'Another name of a resource: where `alias` arrives, `resource` is stored',
  fields: {
    id: setByServer(ID),
    environment: optional(NAME, ''),
    alias: required(REQUIRED_NAME, { description: 'The other name' }),
    resource: required(REQUIRED_NAME, { description: 'The resource that has this name too' }),
    createTime: setByServer(STORED_TIME),
    updateTime: setByServer(STORED_TIME),
  },
  example: { ...EXAMPLE_ALIAS, environment: 'Production', alias: 'db1.example.com' },
  change: {},
}))

export interface ResourceAlias extends Stored<typeof RESOURCE_ALIAS> {}
/** An alias that is not stored yet. */
export interface AliasDraft extends Sent<typeof RESOURCE_ALIAS> {}
/** Identifies an alias. In each environment, an alias stands for exactly one resource. */
export type AliasKey = Pick<AliasDraft, 'environment' | 'alias'>
/** The body of an alias. The environment and the alias may be in the query instead. */
export type AliasInput = Partial<NewBody<typeof RESOURCE_ALIAS>>

/** The body of an alias, in the OpenAPI document. */
export const ALIAS_BODY = /* @__PURE__ */ define(() =>
  RESOURCE_ALIAS.created.partial({ alias: true }).meta({
    id: 'ResourceAliasBody',
    description: '`environment` and `alias` are in the query or in the body. In both, they must be the same',
    examples: [EXAMPLE_ALIAS],
  }),
)

/**
 * Reads an alias. Each field must be in the query or in the body.
 *
 * @throws OpsgraphError `invalid` with all faults
 */
export function readAlias(queryKey: Partial<AliasKey>, body: unknown): AliasDraft {
  if (!isObject(body)) return RESOURCE_ALIAS.readNew(body)
  const key = Object.fromEntries(Object.entries(queryKey).filter(([, value]) => value !== undefined))
  const faults = new Faults()
  const read = faults.of(() => RESOURCE_ALIAS.readNew({ ...body, ...key }))
  for (const name of ['environment', 'alias'] as const) {
    const inQuery = queryKey[name]
    const sent = body[name] ?? inQuery
    const isSame = inQuery === undefined || (typeof sent === 'string' && normalizeName(sent) === normalizeName(inQuery))
    if (!isSame) faults.add(name, 'must be the same as in the query')
  }
  if (read !== undefined && read.alias === read.resource) faults.add('resource', 'must differ from alias')
  faults.throwIfAny()
  return read as AliasDraft
}
