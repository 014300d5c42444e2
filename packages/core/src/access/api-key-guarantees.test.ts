import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { OpsgraphError } from '../opsgraph-error.js'
import { type ApiKey, readApiKeyChanges, readNewApiKey } from './api-key.js'
import type { Caller } from './caller.js'
import { grantsScope, SCOPES } from './scope.js'

describe('API keys', () => {
  it('should never have more scopes or last longer than the key that creates or changes them', () => {
    fc.assert(
      fc.property(root(), steps(), (first, sequence) => {
        for (const { actor, after } of play(first, sequence)) expectWithin(after, actor)
      }),
    )
  })

  it('should never exceed the first key, in any sequence in which keys create and change keys', () => {
    fc.assert(
      fc.property(root(), steps(), (first, sequence) => {
        for (const { after } of play(first, sequence)) expectWithin(after, first)
      }),
    )
  })

  it('should let a key that never expires create keys with any expireTime', () => {
    fc.assert(
      fc.property(root(), time(), (first, expireTime) => {
        const caller = callerOf({ ...first, expireTime: null })
        expect(readNewApiKey({ scopes: [], expireTime }, caller).expireTime).toBe(expireTime)
      }),
    )
  })
})

// Helpers

/** A request in which one API key creates or changes another API key. */
interface Step {
  /** The index of the key that sends the request, modulo the number of keys. */
  readonly actor: number
  /** The index of the key to change, modulo the number of keys; `undefined` = create a new key. */
  readonly target: number | undefined
  readonly body: object
}

interface Made {
  readonly actor: ApiKey
  /** The key that was created, or the key after the change. */
  readonly after: ApiKey
}

/** Runs the steps and returns the keys that these steps create or change. A refused step is skipped. */
function play(first: ApiKey, sequence: readonly Step[]): readonly Made[] {
  const keys = [first]
  const made: Made[] = []
  for (const { actor: number, target, body } of sequence) {
    const actor = keys[number % keys.length] ?? first
    const place = target === undefined ? keys.length : target % keys.length
    const after = allowed(() => {
      const known = keys[place]
      if (known !== undefined) return readApiKeyChanges(body, callerOf(actor), known)
      return { ...first, ...readNewApiKey({ scopes: [], ...body }, callerOf(actor)), id: `k${place}` }
    })
    if (after === undefined) continue
    keys[place] = after
    made.push({ actor, after })
  }
  return made
}

function allowed(make: () => ApiKey): ApiKey | undefined {
  try {
    return make()
  } catch (error) {
    if (error instanceof OpsgraphError && error.kind === 'forbidden') return undefined
    throw error
  }
}

function expectWithin(key: ApiKey, maker: ApiKey): void {
  expect(key.scopes.filter((scope) => !grantsScope(maker.scopes, scope))).toEqual([])
  expect(endOf(key)).toBeLessThanOrEqual(endOf(maker))
}

function endOf({ expireTime }: ApiKey): number {
  return expireTime === null ? Number.POSITIVE_INFINITY : Date.parse(expireTime)
}

function callerOf({ user, scopes, expireTime }: ApiKey): Caller {
  return { user, scopes, expireTime, requestId: null }
}

function time(): fc.Arbitrary<string | null> {
  const year = fc.integer({ min: 2027, max: 2030 }).map((number) => `${number}-01-01T00:00:00.000Z`)
  return fc.oneof({ weight: 1, arbitrary: fc.constant(null) }, { weight: 4, arbitrary: year })
}

function scopes() {
  return fc.uniqueArray(fc.constantFrom(...SCOPES), { maxLength: 3 })
}

function root(): fc.Arbitrary<ApiKey> {
  const rest = { id: 'k0', user: 'ann', text: '', createTime: '', lastUsedTime: null }
  return fc.record({ scopes: scopes(), expireTime: time() }).map((fields) => ({ ...rest, ...fields }))
}

function steps(): fc.Arbitrary<readonly Step[]> {
  const body = fc.record({ scopes: scopes(), expireTime: time() }, { requiredKeys: [] })
  return fc.array(fc.record({ actor: fc.nat(9), target: fc.option(fc.nat(9), { nil: undefined }), body }), {
    maxLength: 20,
  })
}
