import { z } from 'zod'
import type { JsonObject } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { isTimezone } from '../local-time.js'
import { nameFault, normalizeName, textFault } from '../name.js'
import { readTimestamp } from '../timestamp.js'
import { REQUIRED_MESSAGE } from './body-error.js'

/**
 * The schema of a field in bodies (`sent`), and in stored objects and answers (`stored`). Most fields use one schema
 * for both: it checks and normalizes a sent value, and leaves a stored value unchanged.
 */
export interface Kind<Sent extends z.ZodType = z.ZodType, Stored extends z.ZodType = z.ZodType> {
  readonly sent: Sent
  readonly stored: Stored
}

/**
 * Makes a schema by calling `make`. A bundler removes an unused schema only if all calls that make it are inside a
 * function.
 */
export function define<Schema>(make: () => Schema): Schema {
  return make()
}

/** The schema of a field that the server ignores in a body. */
export const IGNORED_FIELD = /* @__PURE__ */ define(() => z.unknown().optional().meta({ description: 'Ignored' }))

/** A text of any length that a database can store unchanged. */
export const TEXT = /* @__PURE__ */ define(() => z.string().check(checkText(textFault)))

/** A name. It is trimmed, and may be empty. */
export const NAME = /* @__PURE__ */ define(() =>
  z.string().overwrite(normalizeName).check(checkText(nameFault)).meta({ maxLength: LIMITS.name }),
)

/** A name that may not be empty. */
export const REQUIRED_NAME = /* @__PURE__ */ define(() =>
  z
    .string()
    .overwrite(normalizeName)
    .check(checkText((name) => (name === '' ? REQUIRED_MESSAGE : nameFault(name))))
    .meta({ minLength: 1, maxLength: LIMITS.name }),
)

/** The id of another object. Unlike a name, it is not trimmed. */
export const REFERENCE = /* @__PURE__ */ define(() =>
  z.string().check(checkText(nameFault)).meta({ maxLength: LIMITS.name }),
)

/** The id of a stored object. */
export const ID = /* @__PURE__ */ define(() =>
  z
    .string()
    .check(checkText((id) => (id === '' ? REQUIRED_MESSAGE : nameFault(id))))
    .meta({ minLength: 1, maxLength: LIMITS.name }),
)

/** A JSON object with any keys. */
export const JSON_OBJECT = /* @__PURE__ */ define(() => z.record(z.string(), z.unknown())) as unknown as z.ZodType<
  JsonObject,
  JsonObject
>

/** A finite number. `JSON.stringify` writes -0 as 0, so -0 becomes 0 when it is read. */
export const NUMBER = /* @__PURE__ */ define(() => z.number().overwrite((value) => (value === 0 ? 0 : value)))

/** A time in an answer: ISO 8601, UTC, with milliseconds. */
export const STORED_TIME = /* @__PURE__ */ define(() =>
  z.iso
    .datetime({ precision: 3, error: 'must be a time such as 2026-11-20T12:00:00.000Z' })
    .meta({ id: 'Time', examples: ['2026-11-20T12:00:00.000Z'] }),
)

/** A time in a body, with any UTC offset, such as `+01:00`. `fault` is the message for a text that is not a time. */
export function timeSchema(fault: string) {
  return z
    .string()
    .check(checkText((text) => (readTimestamp(text) === undefined ? fault : undefined)))
    .overwrite((text) => readTimestamp(text) ?? text)
    .meta({ examples: ['2026-11-20T13:00:00+01:00'] })
}

export const TIME = /* @__PURE__ */ define(() => ({
  sent: timeSchema('must be a time in ISO 8601, such as 2030-01-31T02:00:00Z'),
  stored: STORED_TIME,
}))

/** The IANA name of a time zone. */
export const TIMEZONE = /* @__PURE__ */ define(() =>
  REFERENCE.check(
    checkText((text) => (isTimezone(text) ? undefined : 'must be the IANA name of a time zone, such as Europe/Berlin')),
  ),
)

/** Makes the type of a list schema read-only. */
export function readOnlyList<Read, Sent>(list: z.ZodType<Read[], Sent[]>) {
  return list as unknown as z.ZodType<readonly Read[], readonly Sent[]>
}

/** Makes a check of a text from a function that returns its fault, such as `is longer than 255 characters`. */
export function checkText(faultOf: (text: string) => string | undefined): z.core.CheckFn<string> {
  return ({ value, issues }) => {
    const message = faultOf(value)
    if (message !== undefined) issues.push({ code: 'custom', input: value, message })
  }
}
