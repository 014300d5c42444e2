import { comparisonWith, isDecimal, scalarText } from '../filter/comparable.js'
import { isScalar } from '../filter/filter.js'
import { compileRegex, type Regex, searchedLength } from '../filter/regex.js'
import type { JsonValue } from '../json-value.js'
import { LIMITS } from '../limits.js'
import { afterPause, type CountedTest, type RestOfWork, type Stepwise, type WorkMeter } from '../work-meter.js'
import {
  type ActionField,
  type AddAction,
  type AlertAction,
  type CopyAction,
  type ExtractAction,
  type JoinAction,
  type LowercaseAction,
  type NumberRange,
  type TranslateAction,
  toComparedText,
} from './alert-action.js'
import { type AlertInProgress, isEmptyValue, isList } from './alert-in-progress.js'

/** Applies an action to an alert. Returns true if the alert is dropped. */
export type CompiledAction = CountedTest<AlertInProgress>

/**
 * Compiles an action of an alert policy (rules.md#alert-policy-actions). Compile an action once, and reuse the result
 * for every alert.
 */
export function compileAction(action: AlertAction): CompiledAction {
  if ('translate' in action) return compileTranslate(action)
  if ('extract' in action) return compileExtract(action)
  if ('join' in action) return compileJoin(action)
  if ('copy' in action) return atomicAction(compileCopy(action))
  if ('add' in action) return atomicAction(compileAdd(action), action.add)
  if ('lowercase' in action) return atomicAction(compileLowercase(action), action.lowercase)
  if ('set' in action) return atomicAction((alert) => alert.write(action.set, action.value))
  return () => true
}

/** The steps to count on a {@link WorkMeter} for an action. The values that it reads and writes count in addition. */
const STEPS_PER_ACTION = 10
/**
 * How many steps to count for reading or writing one element of a list. These steps also limit the memory for the lists
 * that actions write.
 */
const STEPS_PER_ELEMENT = 50
/** How many steps to count for comparing a number with one range. */
const STEPS_PER_RANGE = 20
/** One step is counted for converting this many characters of a text. */
const CODE_UNITS_PER_STEP = 4

/**
 * Makes an action that may pause before it changes the alert, but not during the change.
 *
 * @param reads the field whose value the action converts; the steps for this value are added to those of the action.
 *   `undefined` = the action converts no value
 */
function atomicAction(change: (alert: AlertInProgress) => void, reads?: ActionField): CompiledAction {
  return (alert, meter) => {
    const steps = reads === undefined ? STEPS_PER_ACTION : STEPS_PER_ACTION + countStepsForValue(alert.read(reads))
    return changeAfterPause(meter.spend(steps), () => change(alert))
  }
}

/** Changes an alert, after a pause if one is due. Returns false: the alert is not dropped. */
function changeAfterPause(isPauseDue: boolean, change: () => void): Stepwise<false> {
  if (isPauseDue) return afterPause(() => changeAfterPause(false, change) as false)
  change()
  return false
}

/** The steps to count for reading a value and writing it in another form. */
function countStepsForValue(value: JsonValue | undefined): number {
  if (typeof value === 'string') return value.length / CODE_UNITS_PER_STEP
  return isList(value)
    ? value.reduce<number>((sum, element) => sum + countStepsForValue(element) + STEPS_PER_ELEMENT, 0)
    : 1
}

function compileTranslate(action: TranslateAction): CompiledAction {
  const { translate: field, ranges = [] } = action
  const stepsOfRanges = ranges.length * STEPS_PER_RANGE
  const translation = { replacementOf: compileReplacement(action), stepsOfRanges }
  function* translateList(alert: AlertInProgress, list: readonly JsonValue[], meter: WorkMeter): RestOfWork<false> {
    alert.write(field, yield* translatedList(list, translation, meter))
    return false
  }
  return (alert, meter) => {
    const value = alert.read(field)
    if (isList(value) && value.length > 0) return translateList(alert, value, meter)
    return changeAfterPause(meter.spend(STEPS_PER_ACTION + countStepsForValue(value) + stepsOfRanges), () => {
      const to = translation.replacementOf(value)
      if (to !== undefined) alert.write(field, to)
    })
  }
}

interface Translation {
  readonly replacementOf: ReplaceValue
  /** The steps for comparing a value with all ranges. */
  readonly stepsOfRanges: number
}

/**
 * Translates each element of a list. If the translation of an element is a list, the elements of this list replace the
 * element. If the translation is `null`, the element is removed.
 */
function* translatedList(
  list: readonly JsonValue[],
  { replacementOf, stepsOfRanges }: Translation,
  meter: WorkMeter,
): RestOfWork<readonly JsonValue[]> {
  const translated: JsonValue[] = []
  for (const element of list) {
    if (meter.spend(countStepsForValue(element) + stepsOfRanges)) yield
    const to = replacementOf(element)
    if (to === null) continue
    const added = isList(to) ? to : [to ?? element]
    if (meter.spend(added.length * STEPS_PER_ELEMENT)) yield
    for (const each of added) translated.push(each)
  }
  return translated
}

/** Returns the value that replaces the given value; `undefined` = the given value does not change. */
type ReplaceValue = (value: JsonValue | undefined) => JsonValue | undefined

function compileReplacement({ values = {}, ranges = [], otherwise }: TranslateAction): ReplaceValue {
  const byText = new Map(Object.entries(values).map(([from, to]) => [toComparedText(from), to]))
  const byRange = ranges.map(compileRange)
  return (value) => {
    const text = translatedText(value)
    if (text === undefined) return otherwise
    const to = byText.get(toComparedText(text))
    if (to !== undefined) return to
    const number = text.trim()
    const range = isDecimal(number) ? byRange.find(({ contains }) => contains(number)) : undefined
    return range === undefined ? otherwise : range.to
  }
}

/** Returns the text by which a translation looks up a value. For an empty value, this is the empty text. */
function translatedText(value: JsonValue | undefined): string | undefined {
  if (isScalar(value)) return scalarText(value)
  return isEmptyValue(value) ? '' : undefined
}

/**
 * Returns `contains`, which tests whether a number is in the range, and `to`, which replaces such a number. `contains`
 * takes the number as a text, because a JavaScript number could lose digits.
 */
function compileRange({ from, below, to }: NumberRange): { contains: (number: string) => boolean; to: JsonValue } {
  const compareFrom = from === undefined ? () => 0 : comparisonWith(from)
  const compareBelow = below === undefined ? () => -1 : comparisonWith(below)
  return { contains: (number) => compareFrom(number) >= 0 && compareBelow(number) < 0, to }
}

function compileCopy({ copy: field, from, when = 'empty' }: CopyAction): (alert: AlertInProgress) => void {
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

function compileJoin({ join: field, from, with: between }: JoinAction): CompiledAction {
  return (alert, meter) => {
    const values = from.map((source) => alert.read(source))
    return changeAfterPause(
      meter.spend(values.reduce<number>((sum, value) => sum + countStepsForValue(value), STEPS_PER_ACTION)),
      () => {
        const texts = values.flatMap(nonEmptyTexts)
        if (texts.length > 0) alert.write(field, joinTexts(texts, between))
      },
    )
  }
}

/**
 * Joins texts, up to `LIMITS.alertBytes` characters. An alert with a longer text is refused anyway. Without this limit,
 * actions that join a field with itself would double its text again and again.
 */
function joinTexts([first = '', ...others]: readonly string[], between: string): string {
  let text = first
  for (const other of others) {
    if (text.length >= LIMITS.alertBytes) break
    text += between + other
  }
  return text.slice(0, LIMITS.alertBytes)
}

/** The texts of a value, or of the elements of a list, that are not empty. */
function nonEmptyTexts(value: JsonValue | undefined): readonly string[] {
  const elements = isList(value) ? value : [value]
  return elements
    .filter(isScalar)
    .map(scalarText)
    .filter((text) => !isEmptyValue(text))
}

function compileExtract({ extract: field, from, pattern }: ExtractAction): CompiledAction {
  const regex = compileRegex(pattern)
  function* extractFromList(alert: AlertInProgress, list: readonly JsonValue[], meter: WorkMeter): RestOfWork<false> {
    const part = field === from ? yield* extractFromEach(list, regex, meter) : yield* extractFirst(list, regex, meter)
    if (part !== undefined) alert.write(field, part)
    return false
  }
  return (alert, meter) => {
    const value = alert.read(from)
    if (isList(value)) return extractFromList(alert, value, meter)
    return changeAfterPause(meter.spend(countStepsForSearch(value, regex)), () => {
      const part = extractMatchedText(value, regex)
      if (part !== undefined) alert.write(field, part)
    })
  }
}

function countStepsForSearch(value: JsonValue | undefined, { size }: Regex): number {
  return STEPS_PER_ACTION + (isScalar(value) ? searchedLength(scalarText(value).length, size) * size : 0)
}

function extractMatchedText(value: JsonValue | undefined, { firstGroup }: Regex): string | undefined {
  return isScalar(value) ? firstGroup(scalarText(value)) : undefined
}

/**
 * Replaces each element of a list by the part that the group of a pattern captures in it. An element that the pattern
 * does not match stays unchanged.
 */
function* extractFromEach(
  values: readonly JsonValue[],
  regex: Regex,
  meter: WorkMeter,
): RestOfWork<readonly JsonValue[]> {
  const parts: JsonValue[] = []
  for (const value of values) {
    if (meter.spend(countStepsForSearch(value, regex) + STEPS_PER_ELEMENT)) yield
    parts.push(extractMatchedText(value, regex) ?? value)
  }
  return parts
}

/** Returns the part that the group of a pattern captures in the first text that the pattern matches. */
function* extractFirst(values: readonly JsonValue[], regex: Regex, meter: WorkMeter): RestOfWork<string | undefined> {
  for (const value of values) {
    if (meter.spend(countStepsForSearch(value, regex))) yield
    const part = extractMatchedText(value, regex)
    if (part !== undefined) return part
  }
  return undefined
}

function compileAdd({ add: field, value: texts }: AddAction): (alert: AlertInProgress) => void {
  const added = [...new Set(texts)]
  return (alert) => {
    const value = alert.read(field)
    const elements = isEmptyValue(value) ? [] : isScalar(value) ? [value] : value
    if (!isList(elements)) return
    const present = new Set(elements.map((element) => (isScalar(element) ? scalarText(element) : undefined)))
    const missing = added.filter((text) => !present.has(text))
    if (missing.length > 0) alert.write(field, [...elements, ...missing])
  }
}

function compileLowercase({ lowercase: field }: LowercaseAction): (alert: AlertInProgress) => void {
  return (alert) => {
    const value = alert.read(field)
    if (typeof value === 'string') alert.write(field, value.toLowerCase())
    else if (isList(value))
      alert.write(
        field,
        value.map((element) => toLowercase(element)),
      )
  }
}

function toLowercase(element: JsonValue): JsonValue {
  return typeof element === 'string' ? element.toLowerCase() : element
}
