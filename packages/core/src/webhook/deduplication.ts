import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { bodyFault } from '../schema/body-error.js'
import { checkText, define, REFERENCE } from '../schema/field.js'
import { FILLED, has, when } from '../schema/field-rules.js'
import { readBody, readingBy } from '../schema/read-body.js'
import { isHeaderName } from './auth/schemes.js'
import { parsePath, readsSameIndex } from './mapping/payload-path.js'

/** Where a delivery contains its id, and for how many seconds this id is stored. */
export type Deduplication =
  | { readonly header: string; readonly ttlSeconds: number }
  | { readonly path: string; readonly ttlSeconds: number }

const { webhookDeduplication: longest } = LIMITS
const TTL_FAULT = `must be a whole number from 1 to ${longest}`

const TTL = /* @__PURE__ */ define(() =>
  z
    .number({ error: TTL_FAULT })
    .refine((seconds) => Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= longest, { error: TTL_FAULT })
    .meta({ type: 'integer', minimum: 1, maximum: longest }),
)

const HEADER = { description: 'The header with the deduplication key' }
const PATH = { description: 'The payload path of the deduplication key' }
const ABOUT = { description: 'How a repeated delivery is recognized: by a header, or by a value of the payload' }

/** Exactly one of `header` and `path` must have a text. The other one may be missing, `null` or an empty text. */
const BODY = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      header: REFERENCE.overwrite((name) => name.trim())
        .check(checkText((name) => (name === '' || isHeaderName(name) ? undefined : 'is no name of a header')))
        .nullish()
        .meta(HEADER),
      path: z.string().check(checkText(pathFault)).nullish().meta(PATH),
      ttlSeconds: TTL,
    })
    .meta({
      ...ABOUT,
      id: 'NewDeduplication',
      ...when(has('header', FILLED), { not: has('path', FILLED) }, has('path', FILLED)),
    }),
)

/** How a repeated delivery is recognized (rules.md#deduplication). */
export const DEDUPLICATION = /* @__PURE__ */ define(() => ({
  sent: readingBy<Deduplication, Deduplication>(readDeduplication, BODY),
  stored: z
    .union([
      z.strictObject({ header: z.string().meta(HEADER), ttlSeconds: TTL }),
      z.strictObject({ path: z.string().meta(PATH), ttlSeconds: TTL }),
    ])
    .meta({ ...ABOUT, id: 'WebhookDeduplication' }) as unknown as z.ZodType<Deduplication>,
}))

function readDeduplication(sent: unknown): Deduplication {
  const { header, path, ttlSeconds } = readBody(BODY, sent)
  const parsed = parsePath(path?.trim() ?? '')
  if (!header === (parsed.text === '')) throw bodyFault('', 'needs either header or path')
  return header ? { header, ttlSeconds } : { path: parsed.text, ttlSeconds }
}

function pathFault(text: string): string | undefined {
  if (text.trim() === '') return undefined
  const path = parsePath(text.trim())
  if (path.fault !== undefined) return `is not a payload path: ${path.fault}`
  return path.each !== undefined || readsSameIndex(path) ? 'must lead to one value' : undefined
}
