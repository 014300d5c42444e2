import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { propertyRuns } from '../../../../test/run-length.js'
import { EMPTY_FILTER } from '../filter/filter.js'
import { LIMITS } from '../limits.js'
import { OpsgraphError } from '../opsgraph-error.js'
import { deriveSecretKeys, NONCE_BYTES } from '../secret/secret.js'
import { readNewSubscription, readSubscriptionChange } from './read-subscription.js'
import { openReceiver, type ReceiverTools } from './receiver.js'
import { type StoredSubscription, SUBSCRIPTION_FORMATS } from './subscription.js'

const NOW = '2026-01-01T00:00:00.000Z'
const HOOK = 'https://hooks.test/services/T0/B0/token'
const SLACK = { name: 'On call', format: 'slack', url: HOOK }
const JSON_HOOK = { ...SLACK, format: 'json' }
const PAGER = { name: 'Pager', format: 'pagerduty', secret: 'routing-key' }
const MAIL = { name: 'Mail', format: 'email', url: 'mailto:ann@example.org,bob@example.org' }

describe('readNewSubscription', () => {
  it('should fill in what is left out', () => {
    const { subscription, signingSecret } = readNewSubscription(SLACK, tools())
    const { address: _, ...shown } = subscription
    expect(shown).toEqual({
      ...{ name: 'On call', format: 'slack', url: 'https://hooks.test/***', services: [], owners: [], enabled: true },
      ...{ minSeverity: 'major', filters: EMPTY_FILTER, kinds: ['impact'], waitSeconds: 30, repeatSeconds: null },
      ...{ unacknowledgedSeconds: null, secret: null, previousSecret: null },
    })
    expect(signingSecret).toBeUndefined()
    expect(opened(subscription)).toEqual({ url: HOOK, secrets: [] })
  })

  it('should make a signing secret for json, and show it once', () => {
    const { subscription, signingSecret } = readNewSubscription(JSON_HOOK, tools())
    expect(signingSecret).toBe('whsec_made-1')
    expect(opened(subscription)).toEqual({ url: HOOK, secrets: ['whsec_made-1'] })
  })

  it('should use the usual address of pagerduty, and take another one', () => {
    const usual = readNewSubscription(PAGER, tools()).subscription
    expect(opened(usual)).toEqual({ url: 'https://events.test/v2', secrets: ['routing-key'] })
    expect(usual.url).toBe('https://events.test/***')
    expect(opened(readNewSubscription({ ...PAGER, url: HOOK }, tools()).subscription)?.url).toBe(HOOK)
  })

  it.each([
    ['kinds', [], 'kinds must have at least one kind'],
    ['kinds', ['impact', 'alert', 'impact'], 'kinds has a kind twice'],
    ['kinds', ['sms'], 'kinds[0] must be one of impact, unreached, alert'],
    ['format', 'sms', 'format must be one of json, slack, teams, mattermost, pagerduty, email'],
    ['minSeverity', 'ok', /^minSeverity \("?ok"?\) is not one of security/],
    ['services', [''], 'services[0] is required'],
    ['services', ['a', 7], 'services[1] must be a string'],
    ['services', names(LIMITS.subscriptionNames + 1), 'services has more than 1000 names'],
    ['owners', names(LIMITS.subscriptionNames + 1), 'owners has more than 1000 names'],
    ['waitSeconds', -1, 'waitSeconds must be a whole number of seconds from 0 to 2592000'],
    ['waitSeconds', 0.5, 'waitSeconds must be a whole number of seconds from 0 to 2592000'],
    ['repeatSeconds', 2_592_001, 'repeatSeconds must be a whole number of seconds from 0 to 2592000'],
    ['unacknowledgedSeconds', '5', 'unacknowledgedSeconds must be a whole number of seconds from 0 to 2592000'],
    ['secret', 'key', 'secret cannot be sent for the format slack'],
    ['url', 'ftp://hooks.test', 'url must begin with https: or mailto:'],
    ['url', `https://hooks.test/${'x'.repeat(LIMITS.subscriptionAddress)}`, 'url is longer than 20000 characters'],
    ['color', 'red', 'unknown fields: color'],
  ])('should refuse %s: %.30j', (field, value, message) => {
    expect(() => readNewSubscription({ ...SLACK, [field]: value }, tools())).toThrow(message)
  })

  it.each([
    ['services', names(LIMITS.subscriptionNames)],
    ['owners', ['', 'team']],
    ['repeatSeconds', 0],
    ['unacknowledgedSeconds', 2_592_000],
    ['waitSeconds', 0],
    ['kinds', ['alert', 'unreached', 'impact']],
    ['enabled', false],
  ])('should take %s: %.30j', (field, value) => {
    expect(readNewSubscription({ ...SLACK, [field]: value }, tools()).subscription).toMatchObject({ [field]: value })
  })

  it.each([
    [{ name: 'x', format: 'slack' }, 'url is required by the format slack'],
    [{ ...SLACK, url: '' }, 'url is required by the format slack'],
    [{ ...SLACK, url: null }, 'url is required by the format slack'],
    [{ ...SLACK, url: 'https://hooks.test/***' }, 'url has *** in place of an address that is not stored'],
    [{ ...MAIL, url: 'mailto:***@example.org' }, 'url has *** in place of an address that is not stored'],
    [{ ...JSON_HOOK, secret: 'whsec_mine' }, 'secret cannot be sent for the format json: the server makes it'],
    [{ ...PAGER, secret: undefined }, 'secret is required by the format pagerduty'],
    [{ ...PAGER, secret: '  ' }, 'secret must not be blank'],
    [{ ...PAGER, secret: 'x'.repeat(LIMITS.webhookSecret + 1) }, 'secret is longer than 1000 characters'],
    [{ format: 'slack', url: HOOK }, 'name is required'],
    ['text', 'the body must be an object'],
  ])('should refuse %.60j', (body, message) => {
    expect(() => readNewSubscription(body, tools())).toThrow(message)
  })

  it('should name all faults at once, and each once', () => {
    const body = { format: 'pagerduty', kinds: [], url: 'ftp://x', waitSeconds: -1, services: [''], color: 'red' }
    expect(issuesOf(() => readNewSubscription(body, tools()))).toEqual([
      ...['color', 'kinds', 'name', 'secret', 'services[0]', 'url', 'waitSeconds'],
    ])
    // If the format has a fault, no fault of the address is reported, because it depends on the format.
    expect(issuesOf(() => readNewSubscription({ ...SLACK, format: 'sms', url: 'ftp://x' }, tools()))).toEqual([
      'format',
    ])
  })

  it('should name SECRET_KEY if the server has none', () => {
    const without = { ...tools(), keys: undefined }
    expect(() => readNewSubscription(SLACK, without)).toThrow(/^url needs SECRET_KEY, which is not set/)
    expect(issuesOf(() => readNewSubscription(JSON_HOOK, without))).toEqual(['secret', 'url'])
  })

  it('should say that the server sends nothing if it does not', () => {
    const without = { ...tools(), notifier: undefined }
    expect(() => readNewSubscription(SLACK, without)).toThrow('url cannot be used: this server sends no messages')
  })
})

describe('readSubscriptionChange', () => {
  it('should change what is sent, and nothing else', () => {
    const before = stored(JSON_HOOK)
    const { subscription, signingSecret } = readSubscriptionChange(
      before,
      { enabled: false, repeatSeconds: 60 },
      tools(),
    )
    expect(subscription).toEqual({ ...before, enabled: false, repeatSeconds: 60 })
    expect(signingSecret).toBeUndefined()
    expect(readSubscriptionChange(subscription, { repeatSeconds: null }, tools()).subscription.repeatSeconds).toBeNull()
  })

  it.each([undefined, null, '', 'https://hooks.test/***', HOOK])(
    'should keep the stored address for the url %j',
    (url) => {
      const before = stored(JSON_HOOK)
      expect(readSubscriptionChange(before, { url }, tools()).subscription).toEqual(before)
    },
  )

  it('should keep stored mail addresses, of which answers show the domains', () => {
    const before = stored(MAIL)
    expect(before.url).toBe('mailto:***@example.org')
    expect(readSubscriptionChange(before, { url: before.url }, tools()).subscription).toEqual(before)
  })

  it('should take another address, and keep the secret', () => {
    const { subscription } = readSubscriptionChange(stored(JSON_HOOK), { url: 'https://other.test/x' }, tools())
    expect(opened(subscription)).toEqual({ url: 'https://other.test/x', secrets: ['whsec_made-1'] })
    expect(subscription.url).toBe('https://other.test/***')
    const rekeyed = readSubscriptionChange(stored(PAGER), { secret: 'new-key' }, tools()).subscription
    expect(opened(rekeyed)).toEqual({ url: 'https://events.test/v2', secrets: ['new-key'] })
    expect(readSubscriptionChange(stored(PAGER), { secret: 'routing-key' }, tools()).subscription).toEqual(
      stored(PAGER),
    )
  })

  it('should not send a stored routing key to another address', () => {
    const before = stored(PAGER)
    const move = (secret?: string) => readSubscriptionChange(before, { url: 'https://other.test/x', secret }, tools())
    expect(() => move()).toThrow('secret is required with another url, because it is sent there')
    expect(opened(move('routing-key').subscription)).toEqual({ url: 'https://other.test/x', secrets: ['routing-key'] })
    for (const url of ['https://events.test/v2', before.url]) {
      expect(readSubscriptionChange(before, { url }, tools()).subscription).toEqual(before)
    }
  })

  it('should refuse the masked address of another host', () => {
    const change = () => readSubscriptionChange(stored(SLACK), { url: 'https://other.test/***' }, tools())
    expect(change).toThrow('url has *** in place of an address that is not stored')
  })

  it('should need an address and a secret anew for another format', () => {
    const change = (body: object, before: object = SLACK) => readSubscriptionChange(stored(before), body, tools())
    expect(() => change({ format: 'teams' })).toThrow('url is required by the format teams')
    expect(() => change({ format: 'teams', url: 'https://hooks.test/***' })).toThrow('url has *** in place')
    expect(() => change({ format: 'pagerduty' })).toThrow('secret is required by the format pagerduty')
    expect(() => change({ format: 'slack' }, PAGER)).toThrow('url is required by the format slack')
    expect(opened(change({ format: 'pagerduty', secret: 'key' }).subscription)).toEqual({
      ...{ url: 'https://events.test/v2', secrets: ['key'] },
    })
    const toJson = change({ format: 'json', url: HOOK })
    expect(toJson.signingSecret).toBe('whsec_made-1')
    expect(change({ format: 'slack', url: HOOK }, JSON_HOOK).subscription).toMatchObject({ secret: null })
  })

  it('should let a subscription be changed that cannot send any more', () => {
    const before = stored(JSON_HOOK)
    for (const others of [{ keys: keysOf('another') }, { keys: undefined }, { notifier: undefined }]) {
      const change = readSubscriptionChange(before, { enabled: false, url: before.url }, { ...tools(), ...others })
      expect(change.subscription).toEqual({ ...before, enabled: false })
    }
  })

  it('should name all faults at once', () => {
    const body = { kinds: [], url: 'ftp://x', secret: 'x', name: '' }
    expect(issuesOf(() => readSubscriptionChange(stored(SLACK), body, tools()))).toEqual([
      ...['kinds', 'name', 'secret', 'url'],
    ])
  })
})

it('should never show an address or a secret, in what is stored and in errors', () => {
  const path = fc.stringMatching(/^[a-z0-9]{12,30}$/)
  const bodies = fc.record({
    format: fc.constantFrom(...SUBSCRIPTION_FORMATS),
    url: path.chain((token) =>
      fc.constantFrom(`https://h.test/${token}`, `ftp://h.test/${token}`, `mailto:${token}@h.test`),
    ),
    secret: fc.option(path, { nil: undefined }),
  })
  fc.assert(
    fc.property(bodies, ({ format, url, secret }) => {
      const written = writtenBy(() => readNewSubscription({ name: 'x', format, url, secret }, tools()).subscription)
      const tokens = [/[a-z0-9]{12,30}/.exec(url)?.[0] ?? '', secret ?? url, 'whsec_made']
      for (const token of tokens) expect(written).not.toContain(token)
    }),
    propertyRuns(200),
  )
})

// Helpers

function tools(): ReceiverTools {
  let made = 0
  return {
    keys: keysOf('the key'),
    newNonce: () => new Uint8Array(NONCE_BYTES).fill(7),
    newSigningSecret: () => `whsec_made-${++made}`,
    notifier: {
      faultOf: (_, url) => (/^(https|mailto):/.test(url) ? undefined : 'must begin with https: or mailto:'),
      usualUrl: (format) => (format === 'pagerduty' ? 'https://events.test/v2' : undefined),
    },
  }
}

function keysOf(secretKey: string) {
  return deriveSecretKeys(secretKey)
}

function stored(body: object): StoredSubscription {
  return { ...readNewSubscription(body, tools()).subscription, id: 'one', createTime: NOW, updateTime: NOW }
}

function opened(subscription: Parameters<typeof openReceiver>[0]) {
  return openReceiver(subscription, keysOf('the key'), NOW)
}

function names(count: number): readonly string[] {
  return Array.from({ length: count }, (_, index) => `name ${index}`)
}

function issuesOf(read: () => unknown): readonly string[] {
  try {
    read()
  } catch (error) {
    if (error instanceof OpsgraphError) return error.issues.map(({ path }) => path).toSorted()
    throw error
  }
  throw new Error('nothing was refused')
}

function writtenBy(read: () => unknown): string {
  try {
    return JSON.stringify(read())
  } catch (error) {
    if (!(error instanceof OpsgraphError)) throw error
    return JSON.stringify([error.message, error.issues, String(error)])
  }
}
