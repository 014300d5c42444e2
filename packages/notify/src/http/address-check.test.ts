import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { AddressCheck } from './address-check.js'

const PUBLIC = ['8.8.8.8', '1.1.1.1', '172.32.0.1', '100.128.0.1', '2606:4700:4700::1111', '2a00:1450:4001:81b::200e']
const REFUSED = [
  ['127.0.0.1', 'an address of this machine'],
  ['127.255.255.254', 'an address of this machine'],
  ['0.0.0.0', 'an address of this machine'],
  ['0.1.2.3', 'an address of this machine'],
  ['::1', 'an address of this machine'],
  ['::', 'an address of this machine'],
  ['10.0.0.1', 'a private address'],
  ['172.16.0.1', 'a private address'],
  ['172.31.255.255', 'a private address'],
  ['192.168.1.1', 'a private address'],
  ['100.64.0.1', 'a private address'],
  ['fc00::1', 'a private address'],
  ['fd12:3456::1', 'a private address'],
  ['fec0::1', 'a private address'],
  ['169.254.169.254', 'a link-local address'],
  ['fe80::1', 'a link-local address'],
  ['fe80::1%eth0', 'a link-local address'],
  ['224.0.0.1', 'a multicast address'],
  ['239.255.255.255', 'a multicast address'],
  ['255.255.255.255', 'a multicast address'],
  ['ff02::1', 'a multicast address'],
  ['192.0.2.1', 'a reserved address'],
  ['198.51.100.1', 'a reserved address'],
  ['203.0.113.1', 'a reserved address'],
  ['198.18.0.1', 'a reserved address'],
  ['192.0.0.8', 'a reserved address'],
  ['240.0.0.1', 'a reserved address'],
  ['2001:db8::1', 'a reserved address'],
  ['3fff::1', 'a reserved address'],
  ['5f00::1', 'a reserved address'],
  ['100::1', 'a reserved address'],
  ['::7f00:1', 'a reserved address'],
  ['::ffff:127.0.0.1', 'an IPv4 address within an IPv6 address'],
  ['::ffff:8.8.8.8', 'an IPv4 address within an IPv6 address'],
  ['64:ff9b::7f00:1', 'an IPv4 address within an IPv6 address'],
  ['2002:7f00:1::', 'an IPv4 address within an IPv6 address'],
  ['2001:0:7f00:1::', 'an IPv4 address within an IPv6 address'],
] as const

describe('AddressCheck', () => {
  it.each(PUBLIC)('should let the server send to %s', (address) => {
    expect(new AddressCheck([]).faultOf(address)).toBeUndefined()
  })

  it.each(REFUSED)('should refuse %s, %s', (address, kind) => {
    expect(new AddressCheck([]).faultOf(address)).toBe(kind)
    expect(new AddressCheck(['11.0.0.0/8', 'fd00:1::/32']).faultOf(address)).toBe(kind)
  })

  it('should let the server send to exactly what the list contains', () => {
    const check = new AddressCheck(['10.1.0.0/16', '192.168.1.7', 'fd12::/16', '::1'])
    for (const address of ['10.1.0.1', '10.1.255.255', '192.168.1.7', 'fd12::9', '::1', '::ffff:10.1.2.3']) {
      expect([address, check.faultOf(address)]).toEqual([address, undefined])
    }
    for (const address of ['10.2.0.1', '192.168.1.8', 'fd13::9', '127.0.0.1', '::ffff:10.2.0.1', '64:ff9b::a01:1']) {
      expect([address, check.faultOf(address)]).toEqual([address, expect.any(String)])
    }
  })

  it('should never let a private network be reached by an address that contains another one', () => {
    const check = new AddressCheck([])
    fc.assert(
      fc.property(
        fc.ipV4(),
        fc.constantFrom('::ffff:', '::', '64:ff9b::', '64:ff9b:1::', '::ffff:0:'),
        (inner, outer) => {
          expect(check.faultOf(`${outer}${inner}`)).toEqual(expect.any(String))
        },
      ),
    )
  })
})
