import { expect, it } from 'vitest'
import type { Caller } from './access/caller.js'
import { createOpsgraph } from './create-opsgraph.js'
import type { Store } from './port/store.js'

const me: Caller = { user: 'ann', scopes: ['admin'], requestId: null }
/**
 * The only parts of the store that these tests need: before `receiveAlert` checks the alert, it locks the names, and
 * reads the policies and the maintenance windows. All other use-cases refuse a wrong input before they use the store.
 */
const policies = { active: async () => [] }
const parts = {
  lock: async () => undefined,
  policyRevision: { read: async () => '' },
  ...{ alertPolicies: policies, weightPolicies: policies, relationPolicies: policies },
  maintenance: { pending: async () => [] },
  aliases: { any: async () => false },
}
const store = { transaction: async (work: (none: object) => unknown) => await work(parts) } as unknown as Store
const opsgraph = createOpsgraph({ store })
const down = { environment: 'Production', resource: 'disk', event: 'Down' }
const pod = { id: 'p', kind: 'pod', label: 'p' }
const equal = { key: 'resource', op: '==', value: 'disk' }
const least = { name: 'n', description: '' }
const body = new Uint8Array()
const config = { fieldMappings: {} }

/**
 * Each call has an input of a wrong type. `@ts-expect-error` fails the compilation if the type is accepted; the test
 * fails if the input is accepted at run time.
 */
const WRONG: Readonly<Record<string, () => Promise<unknown>>> = {
  // @ts-expect-error
  'no object': () => opsgraph.receiveAlert(me, 42),
  // @ts-expect-error
  'no alert': () => opsgraph.receiveAlert(me, undefined),
  // @ts-expect-error
  'an alert without a resource': () => opsgraph.receiveAlert(me, { environment: 'Production', event: 'Down' }),
  // @ts-expect-error
  'an unknown severity': () => opsgraph.receiveAlert(me, { ...down, severity: 'High' }),
  // @ts-expect-error
  'a text as a number': () => opsgraph.receiveAlert(me, { ...down, timeout: '60' }),
  // @ts-expect-error
  'a misspelled field': () => opsgraph.createTopology(me, { nmae: 'x' }),
  // @ts-expect-error
  'an unknown field': () => opsgraph.createTopology(me, { ...least, service: 's', color: 'red' }),
  // @ts-expect-error
  'an unknown kind of node': () => opsgraph.createTopology(me, { ...least, service: 's', nodes: [pod], edges: [] }),
  // @ts-expect-error
  'an unknown orientation': () => opsgraph.createTopology(me, { ...least, service: 's', orientation: 'BT' }),
  // @ts-expect-error
  'an unknown scope': () => opsgraph.createApiKey(me, { scopes: ['everything'] }),
  // @ts-expect-error
  'an API key without scopes': () => opsgraph.createApiKey(me, { user: 'ann' }),
  // @ts-expect-error
  'a relation without a parent': () => opsgraph.putRelation(me, { resource: 'disk' }),
  // @ts-expect-error
  'an unknown source': () => opsgraph.putRelation(me, { resource: 'disk', parent: 'db', source: 'guess' }),
  // @ts-expect-error
  'a list without its object': () => opsgraph.putRelations(me, [{ resource: 'disk', parent: 'db' }]),
  // @ts-expect-error
  'a weight that is a text': () => opsgraph.createWeightPolicy(me, { ...least, weight: '1' }),
  // @ts-expect-error
  'an unknown operator': () => opsgraph.createWeightPolicy(me, { ...least, filters: { clauses: [equal] } }),
  // @ts-expect-error
  'a policy without a parent': () => opsgraph.createRelationPolicy(me, least),
  // @ts-expect-error
  'an action of no kind': () => opsgraph.createAlertPolicy(me, { ...least, actions: [{ put: 'text', value: 'x' }] }),
  // @ts-expect-error
  'an unknown status': () => opsgraph.setWeightPolicyStatus(me, { policies: ['p'], status: 'on' }),
  // @ts-expect-error
  'ids that are numbers': () => opsgraph.deleteTopologies(me, [7]),
  // @ts-expect-error
  'ids without a list': () => opsgraph.deleteWeightPolicies(me, 'p'),
  // @ts-expect-error
  'an unknown mode of authentication': () => opsgraph.createWebhook(me, { authMode: 'password' }),
  // @ts-expect-error
  'a deduplication without a time': () => opsgraph.createWebhook(me, { deduplication: { header: 'X-Id' } }),
  // @ts-expect-error
  'a configuration without a payload': () => opsgraph.explainConfig(me, { config }),
  // @ts-expect-error
  'an unknown mode of a CMDB import': () => opsgraph.importCmdb(me, { body, options: { mode: 'overwrite' } }),
  // @ts-expect-error
  'an unknown mode of an import': () => opsgraph.importTopologies(me, { body, options: { mode: 'overwrite' } }),
  // @ts-expect-error
  'an import without a mode': () => opsgraph.importTopologies(me, { body }),
  // @ts-expect-error
  'a selection of an unknown source': () => opsgraph.deleteRelationsOf(me, { resource: 'disk', source: 'guess' }),
  // @ts-expect-error
  'an unknown column': () => opsgraph.readTopologyBy(me, 'name', 'x'),
  // @ts-expect-error
  'an unknown direction': () => opsgraph.readResourceGraph(me, { resource: 'disk', direction: 'up' }),
}

it.each(Object.entries(WRONG))('should refuse %s, when it is compiled and at run time', async (_, call) => {
  await expect(call()).rejects.toMatchObject({ kind: 'invalid' })
})
