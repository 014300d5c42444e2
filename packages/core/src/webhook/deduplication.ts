import { z } from 'zod'
import { LIMITS } from '../limits.js'
import { bodyFault } from '../schema/body-error.js'
import { checkText, define, REFERENCE } from '../schema/field.js'
import { FILLED_TEXT, fieldHas, ifThenElse } from '../schema/field-rules.js'
import { readBody, schemaFromReader } from '../schema/read-body.js'
import { isHeaderName } from './auth/schemes.js'
import { parsePath, readsSameIndex } from './mapping/payload-path.js'

/** Where a delivery contains its id, and for how many seconds this id is stored. */
export type Deduplication =
  | { readonly header: string; readonly ttlSeconds: number }
  | { readonly path: string; readonly ttlSeconds: number }

const { webhookDeduplication: longest } = LIMITS
const TTL_FAULT = `must be a whole number from 1 to ${longest}`

const TTL_SCHEMA = /* @__PURE__ */ define(() =>
  z
    .number({ error: TTL_FAULT })
    .refine((seconds) => Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= longest, { error: TTL_FAULT })
    .meta({ type: 'integer', minimum: 1, maximum: longest }),
)

const HEADER_META = { description: 'The header with the deduplication key' }
const PATH_META = { description: 'The payload path of the deduplication key' }
const DEDUPLICATION_META = {
  description: 'How a repeated delivery is recognized: by a header, or by a value of the payload',
}

/** Exactly one of `header` and `path` must have a text. The other one may be missing, `null` or an empty text. */
const DEDUPLICATION_BODY = /* @__PURE__ */ define(() =>
  z
    .strictObject({
      header: REFERENCE.overwrite((name) => name.trim())
        .check(checkText((name) => (name === '' || isHeaderName(name) ? undefined : 'is no name of a header')))
        .nullish()
        .meta(HEADER_META),
      path: z.string().check(checkText(pathFault)).nullish().meta(PATH_META),
      ttlSeconds: TTL_SCHEMA,
    })
    .meta({
      ...DEDUPLICATION_META,
      id: 'NewDeduplication',
      ...ifThenElse(
        fieldHas('header', FILLED_TEXT),
        { not: fieldHas('path', FILLED_TEXT) },
        fieldHas('path', FILLED_TEXT),
      ),
    }),
)

/** How a repeated delivery is recognized (rules.md#deduplication). */
export const DEDUPLICATION = /* @__PURE__ */ define(() => ({
  sent: schemaFromReader<Deduplication, Deduplication>(readDeduplication, DEDUPLICATION_BODY),
  stored: z
    .union([
      z.strictObject({ header: z.string().meta(HEADER_META), ttlSeconds: TTL_SCHEMA }),
      z.strictObject({ path: z.string().meta(PATH_META), ttlSeconds: TTL_SCHEMA }),
    ])
    .meta({ ...DEDUPLICATION_META, id: 'WebhookDeduplication' }) as unknown as z.ZodType<Deduplication>,
}))

function readDeduplication(sent: unknown): Deduplication {
  const { header, path, ttlSeconds } = readBody(DEDUPLICATION_BODY, sent)
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
