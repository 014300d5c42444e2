import { describe, expect, it } from 'vitest'
import { GOOD, judge as judgeGood, NOW } from '../../../test/judged-delivery.js'
import { LIMITS } from '../../limits.js'
import { runWithoutPauses } from '../../work-meter.js'
import { readMapping } from '../mapping/read-mapping.js'
import { readHeaders } from './delivery-headers.js'
import { deliverySize, mapDelivery } from './judge-delivery.js'

describe('deliverySize', () => {
  it('should give rejected alerts the same weight as created ones', () => {
    const created = deliverySize(judge(1_000, 'Production'), sent(0))
    const rejected = deliverySize(judge(1_000, ''), sent(0))
    expect(created).toBeGreaterThan(100_000)
    expect(rejected).toBeGreaterThan(100_000)
  })

  it('should include the received size, up to the limit, even without alerts', () => {
    expect(deliverySize(judge(1, ''), sent(500)) - deliverySize(judge(1, ''), sent(0))).toBe(500)
    expect(deliverySize(judge(1, ''), sent(1e9)) - deliverySize(judge(1, ''), sent(0))).toBe(262_144)
  })

  it('should count the payload of a packed body, whose received size is small', () => {
    const packed = deliverySize(judge(100_000, ''), sent(500, ['Content-Encoding', 'gzip']))
    expect(packed - deliverySize(judge(100_000, ''), sent(0))).toBeGreaterThan(100_000)
  })
})

// Helpers

function sent(sizeBytes: number, headers: readonly string[] = []) {
  return { sizeBytes, bodyLimit: LIMITS.webhookBody, headers: readHeaders(headers) }
}

/** Judges a delivery with this number of elements. If `environment` is empty, all of its alerts are rejected. */
function judge(elements: number, environment: string) {
  const defaultValues = { resource: 'web-1', event: 'down', environment }
  const read = readMapping({ fieldMappings: {}, defaultValues, arrayPath: '' })
  if ('issues' in read) throw new Error('the mapping has faults')
  const payload = Array.from({ length: elements }, () => 0)
  const webhook = { config: judgeGood(GOOD).config, mapping: read.mapping }
  return runWithoutPauses(mapDelivery(webhook, { receivedAt: NOW, sizeBytes: 0, payload }))
}
