import { expect, it } from 'vitest'
import { toNetwork } from './caller-address.js'

it.each([
  ['192.0.2.1', '192.0.2.1'],
  ['::ffff:192.0.2.1', '192.0.2.1'],
  ['2001:db8:0:1:a:b:c:d', '2001:db8:0:1'],
  ['2001:0DB8::1', '2001:db8:0:0'],
  ['2001:db8:1:2::', '2001:db8:1:2'],
  ['::1', '0:0:0:0'],
  ['::', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
  ['', ''],
])('should assign %s to the network %s', (address, network) => {
  expect(toNetwork(address)).toBe(network)
})
