import { comparisonWith, isDecimal, textOf } from '../filter/comparable.js'
import { isScalar } from '../filter/filter.js'
import { compileRegex } from '../filter/regex.js'
import type { JsonValue } from '../json-value.js'
import type { AlertInProgress } from './alert-in-progress.js'
import type {
  AddTo,
  AlertAction,
  Copy,
  Extract,
  Join,
  Lowercase,
  NumberRange,
  PolicyField,
  Translate,
} from './alert-policy.js'
import { comparedText, isEmptyValue, isList } from './field-value.js'

/** Applies an action to an alert. Returns true if the alert is dropped. */
export type CompiledAction = (alert: AlertInProgress) => boolean

/**
 * Compiles an action of an alert policy (rules.md#alert-policy-actions). Compile an action once, and reuse the result
 * for every alert.
 */
export function compileAction(action: AlertAction): CompiledAction {
  if ('drop' in action) return () => true
  const change = compileChange(action)
  return (alert) => {
    change(alert)
    return false
  }
}

type Change = (alert: AlertInProgress) => void

function compileChange(action: Exclude<AlertAction, { readonly drop: true }>): Change {
  if ('translate' in action) return compileTranslate(action)
  if ('copy' in action) return compileCopy(action)
  if ('join' in action) return compileJoin(action)
  if ('extract' in action) return compileExtract(action)
  if ('add' in action) return compileAdd(action)
  if ('lowercase' in action) return compileLowercase(action)
  return (alert) => alert.write(action.set, action.value)
}

function compileTranslate(action: Translate): Change {
  const { translate: field } = action
  const replacementOf = compileReplacement(action)
  return (alert) => {
    const value = alert.read(field)
    if (isList(value) && value.length > 0) {
      alert.write(field, translatedList(value, replacementOf))
      return
    }
    const to = replacementOf(value)
    if (to !== undefined) alert.write(field, to)
  }
}

/** Returns the value that replaces the given value; `undefined` = the given value does not change. */
type Replacement = (value: JsonValue | undefined) => JsonValue | undefined

function compileReplacement({ values = {}, ranges = [], otherwise }: Translate): Replacement {
  const byText = new Map(Object.entries(values).map(([from, to]) => [comparedText(from), to]))
  const byRange = ranges.map(compileRange)
  return (value) => {
    const text = translatedText(value)
    if (text === undefined) return otherwise
    const to = byText.get(comparedText(text))
    if (to !== undefined) return to
    const number = text.trim()
    const range = isDecimal(number) ? byRange.find(({ holds }) => holds(number)) : undefined
    return range === undefined ? otherwise : range.to
  }
}

/**
 * Translates each element of a list. If the translation of an element is a list, the elements of this list replace the
 * element. If the translation is `null`, the element is removed.
 */
function translatedList(list: readonly JsonValue[], replacementOf: Replacement): readonly JsonValue[] {
  return list.flatMap((element): readonly JsonValue[] => {
    const to = replacementOf(element)
    if (to === undefined) return [element]
    if (to === null) return []
    return isList(to) ? to : [to]
  })
}

/** Returns the text by which a translation looks up a value. For an empty value, this is the empty text. */
function translatedText(value: JsonValue | undefined): string | undefined {
  if (isScalar(value)) return textOf(value)
  return isEmptyValue(value) ? '' : undefined
}

/**
 * Returns `holds`, which tests whether a number is in the range, and `to`, which replaces such a number. `holds` takes
 * the number as a text, because a JavaScript number could lose digits.
 */
function compileRange({ from, below, to }: NumberRange): { holds: (number: string) => boolean; to: JsonValue } {
  const compareFrom = from === undefined ? () => 0 : comparisonWith(from)
  const compareBelow = below === undefined ? () => -1 : comparisonWith(below)
  return { holds: (number) => compareFrom(number) >= 0 && compareBelow(number) < 0, to }
}

function compileCopy({ copy: field, from, when = 'empty' }: Copy): Change {
  return (alert) => {
    if (when === 'empty' && !isEmptyValue(alert.read(field))) return
    for (const source of from) {
      const value = alert.read(source)
      if (isEmptyValue(value)) continue
      alert.write(field, value)
      return
    }
  }
}

function compileJoin({ join: field, from, with: between }: Join): Change {
  return (alert) => {
    const texts = from.flatMap((source) => textsOf(alert.read(source)))
    if (texts.length > 0) alert.write(field, texts.join(between))
  }
}

/** The texts of a value, or of the elements of a list, that are not empty. */
function textsOf(value: JsonValue | undefined): readonly string[] {
  const elements = isList(value) ? value : [value]
  return elements
    .filter(isScalar)
    .map(textOf)
    .filter((text) => !isEmptyValue(text))
}

function compileExtract({ extract: field, from, pattern }: Extract): Change {
  const { firstGroup } = compileRegex(pattern)
  const partOf = (value: JsonValue | undefined) => (isScalar(value) ? firstGroup(textOf(value)) : undefined)
  return (alert) => {
    const value = alert.read(from)
    if (!isList(value)) writePart(alert, field, partOf(value))
    else if (field === from)
      alert.write(
        field,
        value.map((element) => partOf(element) ?? element),
      )
    else writePart(alert, field, firstDefined(value, partOf))
  }
}

function writePart(alert: AlertInProgress, field: PolicyField, part: string | undefined): void {
  if (part !== undefined) alert.write(field, part)
}

function firstDefined(
  list: readonly JsonValue[],
  partOf: (value: JsonValue) => string | undefined,
): string | undefined {
  for (const element of list) {
    const part = partOf(element)
    if (part !== undefined) return part
  }
  return undefined
}

function compileAdd({ add: field, value: texts }: AddTo): Change {
  const added = [...new Set(texts)]
  return (alert) => {
    const value = alert.read(field)
    const known = isEmptyValue(value) ? [] : isScalar(value) ? [value] : value
    if (!isList(known)) return
    const has = new Set(known.map((element) => (isScalar(element) ? textOf(element) : undefined)))
    const missing = added.filter((text) => !has.has(text))
    if (missing.length > 0) alert.write(field, [...known, ...missing])
  }
}

function compileLowercase({ lowercase: field }: Lowercase): Change {
  return (alert) => {
    const value = alert.read(field)
    if (typeof value === 'string') alert.write(field, value.toLowerCase())
    else if (isList(value))
      alert.write(
        field,
        value.map((element) => inLowercase(element)),
      )
  }
}

function inLowercase(element: JsonValue): JsonValue {
  return typeof element === 'string' ? element.toLowerCase() : element
}
