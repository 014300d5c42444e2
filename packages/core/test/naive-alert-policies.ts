import type {
  AddAction,
  AlertAction,
  CopyAction,
  ExtractAction,
  JoinAction,
  TranslateAction,
} from '../src/alert-policy/alert-action.js'
import type { AlertPolicy } from '../src/alert-policy/alert-policy.js'
import { naiveMatches } from './naive-filter.js'

/** An alert as one flat record: an attribute is the field `attributes.<name>`. */
type Flat = Readonly<Record<string, unknown>>

/**
 * A slow, literal implementation of rules.md#alert-policies. It shares no code with the implementation under test.
 * Returns the alert after all policies have run, or the id of the policy that dropped the alert.
 */
export function naivePolicies(alert: object, policies: readonly AlertPolicy[], webhookId: string | null): unknown {
  let flat = flatten(alert)
  for (const policy of [...policies].sort(byOrder)) {
    if (policy.webhookId !== null && policy.webhookId !== webhookId) continue
    if (!naiveMatches(unflatten(flat), policy.filters)) continue
    for (const action of policy.actions) {
      if ('drop' in action) return policy.id
      flat = naiveAction(flat, action)
    }
  }
  return unflatten(flat)
}

function byOrder(left: AlertPolicy, right: AlertPolicy): number {
  const keys = ({ order, createTime, id }: AlertPolicy) =>
    `${String(order + 1e9).padStart(12, '0')} ${createTime} ${id}`
  return keys(left) < keys(right) ? -1 : 1
}

function naiveAction(flat: Flat, action: Exclude<AlertAction, { readonly drop: true }>): Flat {
  if ('set' in action) return put(flat, action.set, action.value)
  if ('copy' in action) return naiveCopy(flat, action)
  if ('join' in action) return naiveJoin(flat, action)
  if ('extract' in action) return naiveExtract(flat, action)
  if ('add' in action) return naiveAdd(flat, action)
  return 'lowercase' in action ? naiveLowercase(flat, action.lowercase) : naiveTranslate(flat, action)
}

function naiveCopy(flat: Flat, { copy, from, when }: CopyAction): Flat {
  const source = from.find((field) => !isEmpty(flat[field]))
  if (source === undefined) return flat
  return when === 'always' || isEmpty(flat[copy]) ? put(flat, copy, flat[source]) : flat
}

function naiveJoin(flat: Flat, { join, from, with: between }: JoinAction): Flat {
  const values = from.flatMap((field) => [flat[field]].flat())
  const texts = values.filter((value) => isText(value) && !isEmpty(value))
  return texts.length === 0 ? flat : put(flat, join, texts.map(String).join(between))
}

function naiveExtract(flat: Flat, { extract, from, pattern }: ExtractAction): Flat {
  const partOf = (value: unknown) => (isText(value) ? new RegExp(pattern, 'u').exec(String(value))?.[1] : undefined)
  const value = flat[from]
  if (extract === from && Array.isArray(value))
    return put(
      flat,
      extract,
      value.map((one) => partOf(one) ?? one),
    )
  const parts = [value].flat().map(partOf)
  const [part] = parts.filter((found) => found !== undefined)
  return part === undefined ? flat : put(flat, extract, part)
}

function naiveAdd(flat: Flat, { add, value }: AddAction): Flat {
  if (!isText(flat[add]) && !Array.isArray(flat[add] ?? [])) return flat
  const known = [flat[add] ?? []].flat().filter((text) => Array.isArray(flat[add]) || String(text).trim() !== '')
  const added = [...new Set(value)].filter((text) => !known.map(String).includes(text))
  return added.length === 0 ? flat : put(flat, add, [...known, ...added])
}

function naiveLowercase(flat: Flat, field: string): Flat {
  const value = flat[field]
  const lower = (text: unknown) => (typeof text === 'string' ? text.toLowerCase() : text)
  return put(flat, field, Array.isArray(value) ? value.map(lower) : lower(value))
}

function naiveTranslate(flat: Flat, action: TranslateAction): Flat {
  const value = flat[action.translate]
  if (!Array.isArray(value) || value.length === 0) {
    const to = naiveTranslation(value, action)
    return to === undefined ? flat : put(flat, action.translate, to)
  }
  const list = value.flatMap((element) => {
    const to = naiveTranslation(element, action)
    return to === undefined ? [element] : [to].flat()
  })
  return put(
    flat,
    action.translate,
    list.filter((element) => element !== null),
  )
}

function naiveTranslation(value: unknown, { values = {}, ranges = [], otherwise }: TranslateAction): unknown {
  if (!isText(value) && !isEmpty(value)) return otherwise
  const text = isEmpty(value) ? '' : String(value).trim()
  const found = Object.entries(values).find(([from]) => from.trim().toLowerCase() === text.toLowerCase())
  if (found !== undefined) return found[1]
  const isNumber = /^-?(\d+(\.\d+)?|\.\d+)$/.test(text)
  const range = ranges.find(({ from = Number.NEGATIVE_INFINITY, below = Number.POSITIVE_INFINITY }) => {
    return isNumber && Number(text) >= from && Number(text) < below
  })
  return range === undefined ? otherwise : range.to
}

function put(flat: Flat, field: string, value: unknown): Flat {
  const { [field]: _, ...others } = flat
  if (value === null || value === undefined) return others
  if (field === 'timeout' && typeof value === 'string' && /^ *[0-9]{1,16} *$/.test(value)) {
    return { ...others, timeout: Number(value) }
  }
  return {
    ...others,
    [field]: ['tags', 'service', 'resourceChildren', 'correlate'].includes(field) && isText(value) ? [value] : value,
  }
}

function isText(value: unknown): boolean {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

function isEmpty(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    (Array.isArray(value) && value.length === 0) ||
    (typeof value === 'string' && value.trim() === '')
  )
}

function flatten({ attributes = {}, ...fields }: { readonly attributes?: object }): Flat {
  const named = Object.entries(attributes).map(([name, value]) => [`attributes.${name}`, value])
  return Object.fromEntries(
    [...Object.entries(fields), ...named].filter(([, value]) => value !== null && value !== undefined),
  )
}

function unflatten(flat: Flat): object {
  const attributes = Object.entries(flat).filter(([field]) => field.startsWith('attributes.'))
  const others = Object.entries(flat).filter(([field]) => !field.startsWith('attributes.'))
  const named = attributes.map(([field, value]) => [field.slice('attributes.'.length), value])
  return { ...Object.fromEntries(others), ...(named.length === 0 ? {} : { attributes: Object.fromEntries(named) }) }
}
