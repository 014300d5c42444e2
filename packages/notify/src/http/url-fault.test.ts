import { describe, expect, it } from 'vitest'
import { AddressCheck } from './address-check.js'
import { faultOfUrl } from './url-fault.js'

const NO_URL = 'must be a URL that begins with https:// or http://, without spaces'
const ALLOW = 'the server sends there only if SUBSCRIPTION_ALLOW contains it'

describe('faultOfUrl', () => {
  it.each([
    'https://hooks.slack.com/services/T0/B0/x',
    'HTTPS://hooks.example.org:8443/a?b=c&d=@e',
    'http://hooks.example.org',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
    'https://b\u00fccher.example/',
    'https://localhost.example.org/',
  ])('should accept %s', (url) => {
    expect(faultOfUrl(url, new AddressCheck([]))).toBeUndefined()
  })

  it.each([
    ['', NO_URL],
    ['hooks.example.org', NO_URL],
    ['ftp://hooks.example.org', NO_URL],
    ['file:///etc/passwd', NO_URL],
    ['mailto:a@example.org', NO_URL],
    ['javascript:alert(1)', NO_URL],
    ['https://', NO_URL],
    ['https:hooks.example.org', NO_URL],
    ['https://hooks.example.org/a b', NO_URL],
    ['https://hooks.example.org\r\nHost: evil', NO_URL],
    ['https://hooks.example.org\\@evil.example.org', NO_URL],
    ['https://[fe80::1%25eth0]/', NO_URL],
    ['https://hooks.example.org:99999/', NO_URL],
    ['https://user:secret@hooks.example.org/', 'must not contain a user or a password'],
    ['https://user@hooks.example.org/', 'must not contain a user or a password'],
    ['https://:secret@hooks.example.org/', 'must not contain a user or a password'],
    ['https://hooks.example.org/#top', 'must not contain #'],
    ['https://hooks.example.org/#', 'must not contain #'],
    ['https://hooks.example.org:0/', 'must not have the port 0'],
    [`https://hooks.example.org/${'x'.repeat(2_000)}`, 'is longer than 2000 characters'],
  ])('should refuse %j: %s', (url, fault) => {
    expect(faultOfUrl(url, new AddressCheck([]))).toBe(fault)
  })

  it.each([
    'http://127.0.0.1',
    'http://127.0.0.1.',
    'http://127.1',
    'http://2130706433',
    'http://0x7f000001',
    'http://0x7f.1',
    'http://0177.0.0.1',
    'http://017700000001',
    'http://%31%32%37.0.0.1',
    'http://\uff11\uff12\uff17.0.0.1',
    'http://127\u30020\u30020\u30021',
    'http://0',
    'http://0.0.0.0:8080/x',
    'http://[::1]',
    'http://[::]',
    'http://localhost',
    'http://LOCALHOST:8080',
    'http://localhost.',
    'http://app.localhost',
  ])('should recognize this machine in %s', (url) => {
    expect(faultOfUrl(url, new AddressCheck([]))).toBe(`is an address of this machine: ${ALLOW}`)
  })

  it.each([
    ['http://[::ffff:127.0.0.1]', 'an IPv4 address within an IPv6 address'],
    ['http://[::ffff:7f00:1]', 'an IPv4 address within an IPv6 address'],
    ['http://[0:0:0:0:0:ffff:10.0.0.1]', 'an IPv4 address within an IPv6 address'],
    ['http://[64:ff9b::10.0.0.1]', 'an IPv4 address within an IPv6 address'],
    ['http://10.1.2.3', 'a private address'],
    ['http://167837955', 'a private address'],
    ['http://[fd00::1]', 'a private address'],
    ['http://169.254.169.254/latest/meta-data', 'a link-local address'],
  ])('should refuse %s, %s', (url, kind) => {
    expect(faultOfUrl(url, new AddressCheck([]))).toBe(`is ${kind}: ${ALLOW}`)
  })

  it('should accept what the list of the operator contains', () => {
    const addresses = new AddressCheck(['127.0.0.0/8', '10.0.0.0/8'])
    const urls = [
      'http://127.0.0.1:8080',
      'http://localhost',
      'http://2130706433',
      'http://10.1.2.3',
      'http://[::ffff:a00:1]',
    ]
    for (const url of urls) expect([url, faultOfUrl(url, addresses)]).toEqual([url, undefined])
    expect(faultOfUrl('http://192.168.1.1', addresses)).toBe(`is a private address: ${ALLOW}`)
  })
})
