import { isIP } from 'node:net'
import type { AddressCheck } from './address-check.js'

const MAX_URL_CHARACTERS = 2_000
const HOW_TO_ALLOW_HINT = 'the server sends there only if SUBSCRIPTION_ALLOW contains it'

/**
 * Says what is wrong with the URL of a receiver, in words that follow the name of the field; `undefined` = nothing
 * (rules.md#messages-of-subscriptions-10). Looks up no name. The words contain nothing of the URL.
 */
export function faultOfUrl(text: string, addresses: AddressCheck): string | undefined {
  if (text.length > MAX_URL_CHARACTERS) return `is longer than ${MAX_URL_CHARACTERS} characters`
  if (!/^https?:\/\/[^\s\\]+$/i.test(text) || !URL.canParse(text)) {
    return 'must be a URL that begins with https:// or http://, without spaces'
  }
  const url = new URL(text)
  if (url.username !== '' || url.password !== '') return 'must not contain a user or a password'
  if (text.includes('#')) return 'must not contain #'
  if (url.port === '0') return 'must not have the port 0'
  return faultOfHost(hostOf(url), addresses)
}

/** Returns the host of a URL: a name or an IP address. `URL` has already turned `0x7f.1` into `127.0.0.1`. */
export function hostOf(url: URL): string {
  return url.hostname.replace(/^\[(.*)\]$/, '$1').replace(/\.$/, '')
}

function faultOfHost(host: string, addresses: AddressCheck): string | undefined {
  if (host === 'localhost' || host.endsWith('.localhost')) {
    const kinds = ['127.0.0.1', '::1'].map((address) => addresses.faultOf(address))
    return kinds.includes(undefined) ? undefined : `is an address of this machine: ${HOW_TO_ALLOW_HINT}`
  }
  const kind = isIP(host) === 0 ? undefined : addresses.faultOf(host)
  return kind === undefined ? undefined : `is ${kind}: ${HOW_TO_ALLOW_HINT}`
}
