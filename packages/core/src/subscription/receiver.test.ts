import { describe, expect, it } from 'vitest'
import { deriveSecretKeys, NONCE_BYTES, type SecretKeys, sealSecret } from '../secret/secret.js'
import { maskAddress, openReceiver, type ReceiverTools, rotateSecret } from './receiver.js'
import type { Receiver } from './subscription.js'

const NOW = '2026-01-01T00:00:00.000Z'
const TOMORROW = '2026-01-02T00:00:00.000Z'
const ALMOST = '2026-01-01T23:59:59.999Z'

describe('rotateSecret', () => {
  it('should sign with both secrets for 24 hours, the new one first', () => {
    const { receiver, signingSecret } = rotateSecret(json('first'), tools(), NOW)
    expect(signingSecret).toBe('whsec_made-1')
    const secretsAt = (time: string) => openReceiver(receiver, KEYS, time)?.secrets
    expect(secretsAt(NOW)).toEqual(['whsec_made-1', 'first'])
    expect(secretsAt(ALMOST)).toEqual(['whsec_made-1', 'first'])
    expect(secretsAt(TOMORROW)).toEqual(['whsec_made-1'])
    expect(receiver).toMatchObject({ url: 'https://hooks.test/***', previousSecret: { expires: TOMORROW } })
  })

  it('should keep one secret before the last rotation', () => {
    const making = tools()
    const once = rotateSecret(json('first'), making, NOW).receiver
    const twice = rotateSecret(once, making, NOW).receiver
    expect(openReceiver(twice, KEYS, NOW)?.secrets).toEqual(['whsec_made-2', 'whsec_made-1'])
  })

  it('should drop a secret that cannot be read any more', () => {
    const { receiver } = rotateSecret(json('first'), { ...tools(), keys: OTHERS }, NOW)
    expect(receiver.previousSecret).toBeNull()
  })

  it.each(['slack', 'teams', 'mattermost', 'pagerduty', 'email'] as const)('should refuse the format %s', (format) => {
    const rotate = () => rotateSecret({ ...json('first'), format }, tools(), NOW)
    expect(rotate).toThrow(`format ${format} has no signing secret: only messages of the format json are signed`)
  })

  it('should need SECRET_KEY', () => {
    const rotate = () => rotateSecret(json('first'), { ...tools(), keys: undefined }, NOW)
    expect(rotate).toThrow('secret needs SECRET_KEY')
  })
})

describe('openReceiver', () => {
  it('should open nothing that was stored under another SECRET_KEY', () => {
    const receiver = json('first')
    expect(openReceiver(receiver, KEYS, NOW)).toEqual({ url: 'https://hooks.test/x', secrets: ['first'] })
    for (const keys of [OTHERS, undefined]) expect(openReceiver(receiver, keys, NOW)).toBeUndefined()
    const renewed = { ...receiver, secret: sealed('new', OTHERS) }
    for (const keys of [KEYS, OTHERS]) expect(openReceiver(renewed, keys, NOW)).toBeUndefined()
    const anew = { ...renewed, address: sealed('https://hooks.test/y', OTHERS) }
    expect(openReceiver(anew, OTHERS, NOW)).toEqual({ url: 'https://hooks.test/y', secrets: ['new'] })
  })

  it('should sign without a previous secret that cannot be read', () => {
    const receiver = { ...json('first'), previousSecret: { secret: sealed('old', OTHERS), expires: TOMORROW } }
    expect(openReceiver(receiver, KEYS, NOW)?.secrets).toEqual(['first'])
  })
})

describe('maskAddress', () => {
  it.each([
    ['https://hooks.slack.com/services/T0/B0/x?token=y', 'https://hooks.slack.com/***'],
    ['http://receiver:8080/hook', 'http://receiver:8080/***'],
    ['HTTPS://Receiver.test', 'https://receiver.test/***'],
    ['https://[2001:db8::1]/x', 'https://[2001:db8::1]/***'],
    ['mailto:ann@example.org', 'mailto:***@example.org'],
    ['mailto:ann@example.org,bob@example.com,eve@example.org', 'mailto:***@example.org,***@example.com'],
    ['MAILTO:ann@example.org', 'mailto:***@example.org'],
    ['no address', '***'],
  ])('should show scheme and host of %s', (address, shown) => {
    expect(maskAddress(address)).toBe(shown)
    expect(maskAddress(shown)).toBe(shown)
  })
})

// Helpers

const KEYS = keysOf('the key')
const OTHERS = keysOf('another key')

function keysOf(secretKey: string): SecretKeys {
  const keys = deriveSecretKeys(secretKey)
  if (keys === undefined) throw new Error('the key is empty')
  return keys
}

function tools(): ReceiverTools {
  let made = 0
  return {
    ...{ keys: KEYS, newNonce: () => new Uint8Array(NONCE_BYTES).fill(7), notifier: undefined },
    newSigningSecret: () => `whsec_made-${++made}`,
  }
}

function sealed(text: string, keys = KEYS) {
  return sealSecret(text, keys, new Uint8Array(NONCE_BYTES).fill(7))
}

function json(secret: string): Receiver {
  return {
    ...{ format: 'json', url: 'https://hooks.test/***', address: sealed('https://hooks.test/x') },
    ...{ secret: sealed(secret), previousSecret: null },
  }
}
