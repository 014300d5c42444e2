import { createOpsgraph } from '@opsgraph/core'
import { expect, it } from 'vitest'
import { MemoryStore } from '../src/memory-store.js'

const ME = { user: 'me', scopes: ['admin'], requestId: null } as const
const P = { environment: 'P' }

it('should compute the impact on services only after a change', async () => {
  const store = new MemoryStore()
  const opsgraph = createOpsgraph({ store })
  const alert = { ...P, resource: 'disk', event: 'Full', severity: 'critical', service: ['mail'] } as const
  const nodes = [
    { id: 's', kind: 'service' as const, label: 'shop' },
    { id: 'e', kind: 'environment' as const, label: 'P' },
    { id: 'r', kind: 'resource' as const, label: 'web' },
  ]
  const edges = [
    { source: 's', target: 'e' },
    { source: 'e', target: 'r' },
  ]
  const drawn = { name: 'Shop', description: '', service: 'shop', nodes, edges }
  const changes = [
    async () => undefined,
    () => opsgraph.receiveAlert(ME, alert),
    () => opsgraph.createTopology(ME, drawn),
    () => opsgraph.putRelation(ME, { ...P, resource: 'disk', parent: 'web' }),
    () => opsgraph.putCatalogService(ME, { serviceId: 'shop', body: { name: 'The Shop', description: '', icon: '' } }),
    () => opsgraph.receiveAlert(ME, { ...alert, severity: 'normal' }),
  ]
  for (const change of changes) {
    await change()
    const page = await opsgraph.readImpact(ME)
    expect(page).toEqual(await createOpsgraph({ store }).readImpact(ME))
    expect(await opsgraph.readImpact(ME)).toBe(page)
  }
})
