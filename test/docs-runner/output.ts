/**
 * Matches the values in an output that differ from run to run, with the names of their placeholders. If a document
 * shows the same id twice, the output must also contain the same id twice.
 */
const VOLATILE: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['id', /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/g],
  ['time', /\b\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{1,3})?Z/g],
  ['key', /(?<=\b[Kk]ey(?: \(shown only once\))?:? |"key": ?")[\w-]{20,64}(?![\w-])/g],
]

/**
 * Compares an output with a document, and returns the first line that differs, if any. `…` in a document matches any
 * text. A line that contains only `…` matches any lines.
 */
export function compareOutput(shown: string, printed: string): string | undefined {
  const [wanted, given] = [numberValues(shown), numberValues(printed)]
  if (buildPattern(wanted).test(given)) return undefined
  const lines = wanted.split('\n')
  const fits = lines.findIndex(
    (_, index) => !buildPattern(`${lines.slice(0, index + 1).join('\n')}\n…`).test(`${given}\n`),
  )
  const at = fits === -1 ? 'behind its end' : `at ${JSON.stringify(lines[fits])}`
  return `the document shows something else than is printed, ${at}. Printed was:\n${printed}`
}

/**
 * Compares two JSON texts regardless of their formatting. With `…` in the document, the output may have additional
 * members.
 */
export function compareJson(shown: string, printed: string): string | undefined {
  const isPart = shown.includes('…')
  const wanted: unknown = JSON.parse(numberValues(removeEllipses(shown)))
  const given: unknown = JSON.parse(numberValues(printed))
  const fault = findDifference(wanted, given, { isPart, path: '' })
  return fault === undefined ? undefined : `${fault}. Printed was:\n${printed}`
}

/** Removes `…` between members, so that the text is valid JSON. */
function removeEllipses(shown: string): string {
  return shown.replace(/,\s*…/g, '').replace(/…\s*,?/g, '')
}

function findDifference(wanted: unknown, given: unknown, at: { isPart: boolean; path: string }): string | undefined {
  const place = at.path || 'the answer'
  if (!isObject(wanted) || !isObject(given)) {
    return isAlike(wanted, given) ? undefined : `${place} is ${JSON.stringify(given)}, not ${JSON.stringify(wanted)}`
  }
  const besides = Object.keys(given).find((key) => !Object.hasOwn(wanted, key))
  if (besides !== undefined && !at.isPart) return `${place} has ${besides} besides, and no … says so`
  for (const key of Object.keys(wanted)) {
    if (!Object.hasOwn(given, key)) return `${place} has no ${key}`
    const fault = findDifference(wanted[key], given[key], { ...at, path: `${at.path}.${key}` })
    if (fault !== undefined) return fault
  }
  return undefined
}

/** Whether a value is an object or a list. */
function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null
}

/**
 * Compares two values. Two placeholders of the same kind, such as `<id 1>` and `<id 2>`, count as equal: if a document
 * shows only a part of the JSON, its ids have other numbers than in the whole output.
 */
function isAlike(wanted: unknown, given: unknown): boolean {
  if (Object.is(wanted, given)) return true
  if (typeof wanted !== 'string' || typeof given !== 'string') return false
  const kinds = (text: string) => text.replace(/<(\w+) \d+>/g, '<$1>')
  return wanted !== kinds(wanted) && kinds(wanted) === kinds(given)
}

/**
 * Replaces every occurrence of the first id by `<id 1>`, of the second id by `<id 2>`, and so on. API keys are numbered
 * in the same way. All times become `<time 1>`.
 */
function numberValues(text: string): string {
  return VOLATILE.reduce((done, [name, pattern]) => {
    const seen: string[] = []
    return done.replace(pattern, (found) => {
      if (!seen.includes(found)) seen.push(found)
      return name === 'time' ? '<time 1>' : `<${name} ${seen.indexOf(found) + 1}>`
    })
  }, text.trimEnd())
}

function buildPattern(wanted: string): RegExp {
  const source = wanted
    .replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')
    .replace(/^…$/gm, '[^]*')
    .replaceAll('…', '.*')
  return new RegExp(`^${source}$`)
}
