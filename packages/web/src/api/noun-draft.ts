import type { components } from './schema.js'
import type { SentFilter } from './schemas.js'

/**
 * The fields of a noun of core that both a request and an answer contain. Secrets are not among them, because no answer
 * contains them. `nouns.ts` has the nouns.
 */
export interface FormNoun<Stored extends object = object, Body extends object = object> {
  readonly fields: Readonly<Record<string, FormField>>
  /** The types of the answer and of the request. Only the compiler uses this property; no object has it. */
  readonly types?: { readonly stored: Stored; readonly body: Body }
}

interface FormField {
  /**
   * The value of the field in the form of a new object: its default value or, if the field is required, the empty text.
   * Missing = other fields decide.
   */
  readonly first?: unknown
  readonly isNumber?: true
  readonly isNullable?: true
}

/**
 * The content of a form: the fields of a request as the inputs show them. A number may be a text, as the user has typed
 * it, and an empty text stands for `null`. A filter may have faults.
 */
export type Draft<Stored, Body> = { readonly [Name in keyof Stored & SentName<Body>]: Shown<Stored[Name]> }
type Shown<Value> = Value extends number
  ? Value | string
  : Value extends null
    ? Value | ''
    : Value extends string | boolean
      ? Value
      : Value extends readonly (infer Item)[]
        ? readonly Item[]
        : Value extends components['schemas']['Filter']
          ? SentFilter
          : Value
/** The fields of a request that the server does not ignore. */
type SentName<Body> = { [Name in keyof Body]-?: unknown extends Body[Name] ? never : Name }[keyof Body]

/**
 * Returns the content of a form that is opened.
 *
 * @param stored the stored object, or some fields of a new one
 */
export function createDraft<Stored extends object, Body extends object>(
  { fields }: FormNoun<Stored, Body>,
  stored: Partial<Stored> = {},
): Draft<Stored, Body> {
  const values = Object.entries(fields).map(([name, { first }]) => {
    const { [name as keyof Stored]: value = first } = stored
    return [name, value] as const
  })
  return Object.fromEntries(values.filter(([, value]) => value !== undefined)) as Draft<Stored, Body>
}

/** Returns the request for the content of a form. The request may have faults: the server reports them. */
export function buildBody<Stored extends object, Body extends object>(
  { fields }: FormNoun<Stored, Body>,
  draft: object,
): Body {
  const shown = Object.entries(draft).filter(([name]) => Object.hasOwn(fields, name))
  return Object.fromEntries(shown.map(([name, value]) => [name, readShown(value, fields[name])])) as Body
}

function readShown(shown: unknown, { isNumber, isNullable }: FormField = {}): unknown {
  if (typeof shown !== 'string') return shown
  if (shown.trim() === '' && isNullable) return null
  return isNumber ? readNumber(shown.trim()) : shown
}

/**
 * Returns the number that a user has typed. Any other text is returned as it is, so that the request contains it and
 * the server reports the fault.
 */
export function readNumber(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text)
  return Number.isFinite(number) ? number : (text as unknown as number)
}

/**
 * Returns the fields of a request that the user has changed. A form sends only these. So it does not overwrite what
 * somebody else has changed meanwhile, and a value that the form cannot show exactly, such as a time with seconds,
 * stays as it is.
 *
 * @param before the request that the unchanged form would send
 */
export function selectChanges<Body extends object>(body: Body, before: Body): Partial<Body> {
  const changed = Object.entries(body).filter(
    ([field, value]) => JSON.stringify(value) !== JSON.stringify(before[field as keyof Body]),
  )
  return Object.fromEntries(changed) as Partial<Body>
}
