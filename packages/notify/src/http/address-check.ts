import ipaddr from 'ipaddr.js'

type Address = ReturnType<typeof ipaddr.parse>

/**
 * The IPv6 addresses that the internet uses so far. `ipaddr.js` also reports addresses outside of this range as
 * `unicast`, e.g. `::7f00:1`, which contains 127.0.0.1.
 */
const INTERNET_RANGE = ipaddr.parseCIDR('2000::/3')

const WORDS_BY_KIND: Readonly<Record<string, string>> = {
  loopback: 'an address of this machine',
  unspecified: 'an address of this machine',
  private: 'a private address',
  uniqueLocal: 'a private address',
  deprecatedSiteLocal: 'a private address',
  carrierGradeNat: 'a private address',
  linkLocal: 'a link-local address',
  multicast: 'a multicast address',
  broadcast: 'a multicast address',
  ipv4Mapped: 'an IPv4 address within an IPv6 address',
  rfc6145: 'an IPv4 address within an IPv6 address',
  rfc6052: 'an IPv4 address within an IPv6 address',
  '6to4': 'an IPv4 address within an IPv6 address',
  teredo: 'an IPv4 address within an IPv6 address',
}

/** Decides to which IP addresses the server may send messages (rules.md#messages-of-subscriptions-11). */
export class AddressCheck {
  readonly #allowed: readonly [Address, number][]

  /** @param allow addresses and CIDRs to which this server may send although they are refused by default */
  constructor(allow: readonly string[]) {
    this.#allowed = allow.map((range) =>
      ipaddr.parseCIDR(range.includes('/') ? range : `${range}/${addressBits(range)}`),
    )
  }

  /** Returns the kind of a refused address, such as `a private address`; `undefined` = the server may send there. */
  faultOf(text: string): string | undefined {
    const address = ipaddr.parse(text)
    if (this.#allowed.some((range) => isWithin(address, range))) return undefined
    if (isMapped(address) && this.#allowed.some((range) => isWithin(address.toIPv4Address(), range))) return undefined
    const range = address.range()
    if (range === 'unicast' && (address.kind() === 'ipv4' || isWithin(address, INTERNET_RANGE))) return undefined
    return WORDS_BY_KIND[range] ?? 'a reserved address'
  }
}

function addressBits(address: string): number {
  return ipaddr.parse(address).kind() === 'ipv4' ? 32 : 128
}

function isWithin(address: Address, [network, length]: readonly [Address, number]): boolean {
  return address.kind() === network.kind() && address.match(network, length)
}

function isMapped(address: Address): address is InstanceType<typeof ipaddr.IPv6> {
  return address.kind() === 'ipv6' && address.range() === 'ipv4Mapped'
}
