import { describe, expect, it } from 'vitest'
import { expectRefusal, useServer } from './test-server.js'
import { PATH, shop } from './topology-sample.js'

describe('the license', () => {
  const without = useServer(() => ({ license: { topologyFeature: false, topologyLimit: null } }))
  const limited = useServer(() => ({ license: { topologyFeature: true, topologyLimit: 1 } }))

  it('should refuse a topology with 403 without the Service Topology feature', async () => {
    expectRefusal(await without.current.call('POST', PATH, { json: shop }), 403, 'license')
  })

  it('should refuse a topology with 403 beyond the limit, and allow it again after one is deleted', async () => {
    const { body } = await limited.current.call('POST', PATH, { json: shop })
    const json = { ...shop, service: 'bank' }
    expectRefusal(await limited.current.call('POST', PATH, { json }), 403, 'license')
    await limited.current.call('DELETE', `${PATH}/${String(body.id)}`)
    expect((await limited.current.call('POST', PATH, { json })).status).toBe(201)
  })
})
