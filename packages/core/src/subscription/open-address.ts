import { openSecret, type SecretKeys } from '../secret/secret.js'
import type { StoredSubscription } from './subscription.js'

/** Where the messages of a subscription go, and the secrets to sign them with, the newest first. */
export interface OpenAddress {
  readonly url: string
  readonly secrets: readonly string[]
}

/** @returns `undefined` if the address or the secret was sealed under another `SECRET_KEY` */
export function openAddress(
  { address, secret, previousSecret }: StoredSubscription,
  keys: SecretKeys | undefined,
  now: string,
): OpenAddress | undefined {
  const url = openSecret(address, keys)
  const newest = secret === null ? '' : openSecret(secret, keys)
  if (url === undefined || newest === undefined) return undefined
  const older =
    previousSecret !== null && previousSecret.expires > now ? openSecret(previousSecret.secret, keys) : undefined
  return { url, secrets: [newest, older ?? ''].filter((each) => each !== '') }
}
