import { createHash, randomBytes, randomUUID, timingSafeEqual } from 'node:crypto'
import type { IdGenerator } from './port/id-generator.js'
import type { SecretBox } from './port/secret-box.js'
import { NONCE_BYTES } from './webhook/auth/secret.js'

/** Random bytes of a secret: 256 bits cannot be guessed. */
const SECRET_BYTES = 32

export const nodeIdGenerator: IdGenerator = () => randomUUID()

export const nodeNonceSource = (): Uint8Array => randomBytes(NONCE_BYTES)

export const nodeSecretBox: SecretBox = {
  create: () => randomBytes(SECRET_BYTES).toString('base64url'),
  digest: (secret) => createHash('sha256').update(secret).digest('hex'),
  equal: (left, right) => left.length === right.length && timingSafeEqual(Buffer.from(left), Buffer.from(right)),
}
