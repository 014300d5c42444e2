import { z } from 'zod'
import { measureRegex } from '../filter/regex.js'
import { isJson, isObject, type JsonValue, NOT_JSON_MESSAGE } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { nameFault, textFault } from '../name.js'
import { bodyError, bodyFault, collectFaults, REQUIRED_MESSAGE } from '../schema/body-error.js'
import { checkText, define, NUMBER, readOnlyList } from '../schema/field.js'
import { readBody, schemaFromReader } from '../schema/read-body.js'
import { truncateForMessage } from '../truncate-for-message.js'

/** The prefix of a field that is an attribute, as in `attributes.region`. */
export const ATTRIBUTE_PREFIX = 'attributes.'

/**
 * The fields that an action can read and set. `attributes.<name>` is the attribute with this name, even if the name
 * contains dots.
 */
export const ACTION_FIELDS = [
  'resource',
  'event',
  'environment',
  'severity',
  'status',
  'type',
  'text',
  'value',
  'group',
  'origin',
  'service',
  'tags',
  'resourceParent',
  'resourceChildren',
  'correlate',
  'timeout',
  'fingerprint',
  'eventTime',
  'endTime',
  'createTime',
] as const
export type ActionField = (typeof ACTION_FIELDS)[number] | `attributes.${string}`

/** Trims a text and converts it to lower case. The action `translate` compares texts in this form. */
export function toComparedText(text: string): string {
  return text.trim().toLowerCase()
}

/** The schemas that the kinds of actions have in common. */
interface ActionFieldSchemas {
  readonly field: z.ZodType<ActionField, ActionField>
  readonly value: z.ZodType<JsonValue, JsonValue>
  readonly values: z.ZodType<Readonly<Record<string, JsonValue>>, Readonly<Record<string, JsonValue>>>
}

/** The schemas that the OpenAPI document shows. */
const DOCUMENTED_FIELD_SCHEMAS = /* @__PURE__ */ define(() => {
  const value = z.unknown().meta({ description: 'Any JSON value; null empties the field' })
  return {
    field: z.union([z.enum(ACTION_FIELDS), z.string().regex(/^attributes\../)]).meta({
      id: 'PolicyField',
      description: 'A field of an alert, or attributes.<name>',
      examples: ['severity', 'attributes.region'],
    }),
    value,
    values: z.record(z.string(), value),
  } as unknown as ActionFieldSchemas
})

/** The schemas that read the bodies of requests. */
const READING_FIELD_SCHEMAS: ActionFieldSchemas = /* @__PURE__ */ define(() => ({
  field: schemaFromReader(readActionField, DOCUMENTED_FIELD_SCHEMAS.field),
  value: schemaFromReader(readActionValue, DOCUMENTED_FIELD_SCHEMAS.value),
  values: schemaFromReader(readTranslationValues, DOCUMENTED_FIELD_SCHEMAS.values),
}))

/** The schema of a list that must not be empty. */
function nonEmptyList<Item>(item: z.ZodType<Item, Item>, items: string, description: string) {
  const error = `must be a list of one or more ${items}`
  const list = z.array(item, { error: ({ input }) => ((input ?? undefined) === undefined ? error : undefined) })
  return readOnlyList(list.min(1, { error })).meta({ description })
}

/** Checks an object even if its fields have faults, so that an answer lists all faults at once. */
const CHECK_DESPITE_FIELD_FAULTS = { when: ({ value }: { readonly value: unknown }) => isObject(value) }

/** The schema of each kind of action. The key of the kind is the name of a field that only this kind has. */
function actionSchemasByKind({ field, value, values }: ActionFieldSchemas) {
  const range = z
    .strictObject({
      from: NUMBER.optional().meta({ description: 'Inclusive; missing = no lower bound' }),
      below: NUMBER.optional().meta({ description: 'Exclusive; missing = no upper bound' }),
      to: value,
    })
    .superRefine(({ from, below }, { addIssue }) => {
      if (typeof from !== 'number' || typeof below !== 'number' || from < below) return
      addIssue({ code: 'custom', path: ['below'], message: 'must be greater than from' })
    }, CHECK_DESPITE_FIELD_FAULTS)
  const text = z.string({ error: 'must be a text' }).check(checkText(textFault))
  const filledText = text.check(checkText((sent) => (sent.trim() === '' ? 'must be a text' : undefined)))
  return {
    /**
     * Replaces a value by another value. The action first looks for the value among the keys of `values`; it compares
     * trimmed texts and ignores case. If no key is equal, the action looks for a range in `ranges` that contains the
     * value. If there is no such range, the value becomes `otherwise`; if there is no `otherwise`, the value does not
     * change.
     */
    translate: z
      .strictObject({
        translate: field,
        values: values.optional().meta({ description: 'Compared trimmed and without case' }),
        ranges: readOnlyList(z.array(range))
          .optional()
          .meta({ description: 'For numbers: the value `to` for each range; the first that matches counts' }),
        otherwise: value.optional().meta({ description: 'The value if nothing matches; missing = the field stays' }),
      })
      .superRefine(({ values: texts, ranges, otherwise }, { addIssue }) => {
        if (texts !== undefined || ranges !== undefined || otherwise !== undefined) return
        addIssue({ code: 'custom', path: ['translate'], message: 'needs values, ranges or otherwise' })
      }, CHECK_DESPITE_FIELD_FAULTS),
    /**
     * Copies a value into the field `copy`: the value of the first field in `from` that is not empty. If `when` is
     * `empty` (the default), the action copies only if the field `copy` is empty.
     */
    copy: z.strictObject({
      copy: field,
      from: nonEmptyList(field, 'fields', 'The first field that is not empty is copied'),
      when: z.enum(['empty', 'always']).optional().meta({ description: 'empty when omitted' }),
    }),
    /** Sets a field to the texts of the fields in `from` that are not empty, with the text `with` between them. */
    join: z.strictObject({
      join: field,
      from: nonEmptyList(field, 'fields', 'The texts of those that are not empty are joined'),
      with: text.meta({ description: 'The text between them' }),
    }),
    /**
     * Sets a field to a part of the field `from`: the part that the only group of the RE2 pattern captures. If a list
     * is extracted from itself, each of its elements is shortened to such a part.
     */
    extract: z.strictObject({
      extract: field,
      from: field,
      pattern: z
        .string()
        .check(checkText(patternFault))
        .meta({ maxLength: LIMITS.filterPattern, description: 'A pattern of RE2 with one group' }),
    }),
    set: z.strictObject({ set: field, value }),
    add: z.strictObject({
      add: z.enum(['tags', 'service']).meta({ description: 'The list to which texts are added' }),
      value: nonEmptyList(filledText, 'texts', 'The texts'),
    }),
    lowercase: z.strictObject({ lowercase: field }),
    /** Drops the alert: the server does not store the alert, and runs no further action or policy. */
    drop: z.strictObject({ drop: z.literal(true, { error: 'must be true' }) }),
  }
}

type ActionSchemasByKind = ReturnType<typeof actionSchemasByKind>
type ActionOf<Kind extends keyof ActionSchemasByKind> = Readonly<z.output<ActionSchemasByKind[Kind]>>
export type TranslateAction = ActionOf<'translate'>
export type CopyAction = ActionOf<'copy'>
export type JoinAction = ActionOf<'join'>
export type ExtractAction = ActionOf<'extract'>
export type AddAction = ActionOf<'add'>
export type LowercaseAction = ActionOf<'lowercase'>
/** One step of an alert policy. Each kind of action has its own key, for example `translate` or `drop`. */
export type AlertAction = { readonly [Kind in keyof ActionSchemasByKind]: ActionOf<Kind> }[keyof ActionSchemasByKind]
/** A range of numbers and the value that replaces them. */
export type NumberRange = Readonly<NonNullable<TranslateAction['ranges']>[number]>

const ACTION_LIST_BOUNDS = { minItems: LIMITS.alertPolicyActions.min, maxItems: LIMITS.alertPolicyActions.max }

/** The schema of a list of actions, for the OpenAPI document. */
function documentedActionsSchema(id: string) {
  const kinds = Object.values(actionSchemasByKind(DOCUMENTED_FIELD_SCHEMAS)) as readonly z.ZodType[]
  const action = z.union(kinds).meta({ id, description: 'One step of an alert policy' })
  return z.array(action).meta(ACTION_LIST_BOUNDS) as unknown as z.ZodType<readonly AlertAction[]>
}

/** The actions of an alert policy, in bodies and in answers. */
export const ACTIONS = /* @__PURE__ */ define(() => ({
  sent: schemaFromReader<readonly AlertAction[], readonly AlertAction[]>(
    readActions,
    documentedActionsSchema('NewAlertAction'),
  ),
  stored: documentedActionsSchema('AlertAction'),
}))

const READING_SCHEMAS_BY_KIND: ActionSchemasByKind = /* @__PURE__ */ define(() =>
  actionSchemasByKind(READING_FIELD_SCHEMAS),
)

/**
 * Reads the actions of an alert policy (rules.md#alert-policy-actions). Unknown keys are refused on every level,
 * because a misspelled key would otherwise change what an action does.
 *
 * @throws OpsgraphError `invalid` with the faults of all actions; paths begin with `[<index>]`
 */
function readActions(sent: unknown): readonly AlertAction[] {
  if (sent === undefined || sent === null) throw bodyFault('', REQUIRED_MESSAGE)
  if (!Array.isArray(sent)) throw bodyFault('', 'must be a list')
  const { min, max } = LIMITS.alertPolicyActions
  if (sent.length < min || sent.length > max) throw bodyFault('', `must be ${min} to ${max} actions`)
  let program = 0
  const { items: actions, faults } = collectFaults(sent, (action, index) => {
    const read = readAction(action, `[${index}]`)
    if ('extract' in read) program += regexSize(read.pattern)
    if (program <= LIMITS.filterProgram) return read
    throw bodyFault(`[${index}].pattern`, 'makes the patterns of the policy, taken together, too large')
  })
  if (faults.length > 0) throw bodyError(faults)
  if (JSON.stringify(actions).length > LIMITS.alertPolicyText) {
    throw bodyFault('', `are longer than ${LIMITS.alertPolicyText} characters as JSON`)
  }
  return actions
}

function readAction(sent: unknown, path: string): AlertAction {
  if (!isObject(sent)) throw bodyFault(path, 'must be an object')
  const names = Object.keys(READING_SCHEMAS_BY_KIND) as readonly (keyof ActionSchemasByKind)[]
  const [kind, ...others] = names.filter((name) => Object.hasOwn(sent, name))
  if (kind === undefined || others.length > 0) throw bodyFault(path, `must have exactly one of ${names.join(', ')}`)
  const fields = withoutNullFields(sent, Object.keys(READING_SCHEMAS_BY_KIND[kind].shape))
  const { ranges } = fields
  if (Array.isArray(ranges)) {
    fields.ranges = ranges.map((range: unknown) =>
      isObject(range) ? withoutNullFields(range, ['from', 'below']) : range,
    )
  }
  return readBody(READING_SCHEMAS_BY_KIND[kind], fields, path)
}

/** Leaves out `known` fields that are `null`, except `value`, where `null` is a value: it empties a field. */
function withoutNullFields(sent: object, known: readonly string[]): Record<string, unknown> {
  const isLeftOut = ([name, value]: readonly [string, unknown]) =>
    value === null && name !== 'value' && known.includes(name)
  return Object.fromEntries(Object.entries(sent).filter((entry) => !isLeftOut(entry)))
}

function readActionField(sent: unknown): ActionField {
  const field = ACTION_FIELDS.find((candidate) => candidate === sent)
  if (field !== undefined) return field
  if (typeof sent !== 'string' || !sent.startsWith(ATTRIBUTE_PREFIX) || sent === ATTRIBUTE_PREFIX) {
    throw bodyFault('', `must be one of ${ACTION_FIELDS.join(', ')}, attributes.<name>`)
  }
  const fault = nameFault(sent.slice(ATTRIBUTE_PREFIX.length))
  if (fault !== undefined) throw bodyFault('', fault)
  return sent as ActionField
}

function readActionValue(sent: unknown): JsonValue {
  if (sent === undefined) throw bodyFault('', REQUIRED_MESSAGE)
  if (!isJson(sent)) throw bodyFault('', NOT_JSON_MESSAGE)
  const fault = findTextFault(sent)
  if (fault !== undefined) throw bodyFault('', fault)
  return sent
}

/**
 * Reads the values of a translation. Refuses two keys that differ only in case or in the spaces around them:
 * translations ignore these differences, so only one of the two keys could ever match.
 */
function readTranslationValues(sent: unknown): Readonly<Record<string, JsonValue>> {
  const values = readActionValue(sent)
  if (!isObject(values)) throw bodyFault('', 'must be an object')
  const seen = new Set<string>()
  for (const text of Object.keys(values).map(toComparedText)) {
    if (seen.has(text)) {
      throw bodyFault('', `has several entries for '${truncateForMessage(text)}', in any case of letters`)
    }
    seen.add(text)
  }
  return values as Readonly<Record<string, JsonValue>>
}

function patternFault(pattern: string): string | undefined {
  const fault = textFault(pattern)
  if (fault !== undefined) return fault
  if (pattern.length > LIMITS.filterPattern) return `is longer than ${LIMITS.filterPattern} characters`
  const measured = measureRegex(pattern)
  if ('fault' in measured) return measured.fault
  return measured.groups === 1 ? undefined : `must have exactly one group, not ${measured.groups}`
}

function regexSize(pattern: string): number {
  const measured = measureRegex(pattern)
  return 'size' in measured ? measured.size : 0
}

/**
 * Returns what is wrong with a text or a key in a JSON value; `undefined` if nothing is wrong. `LIMITS.jsonDepth`
 * limits the recursion.
 */
function findTextFault(value: JsonValue): string | undefined {
  if (typeof value === 'string') return textFault(value)
  if (typeof value !== 'object' || value === null) return undefined
  for (const [key, child] of Object.entries(value)) {
    const fault = textFault(key) ?? findTextFault(child)
    if (fault !== undefined) return fault
  }
  return undefined
}
