import { scanJson } from '@opsgraph/core/pure'
import { escapeControlCharacters } from './text.js'

/** The name of a field, or the index of a list item. */
export type JsonStep = string | number
/** A place in a text, by its line and column. */
export type TextLocation = Pick<NonNullable<ReturnType<typeof scanJson>>, 'line' | 'column'>

/** The path from the root of a JSON text to a value. */
export type JsonPath = readonly JsonStep[]

/**
 * Formats a location in a file as `shop.json:3:5`, which editors and terminals recognize. If the location is unknown,
 * returns only the file name.
 */
export function formatIssueLocation(name: string, location: TextLocation | undefined): string {
  return location === undefined
    ? escapeControlCharacters(name)
    : `${escapeControlCharacters(name)}:${location.line}:${location.column}`
}

/** One step of the requested paths, with the steps that follow it in these paths. */
interface RequestedStep {
  readonly steps: Map<JsonStep, RequestedStep>
  /** Where the value begins; `undefined` until it is found. If an object has duplicate keys, the last value wins. */
  location?: TextLocation
  /** Where the object or list begins that contains the value. */
  parent?: TextLocation | undefined
}

/**
 * Finds where the value at each path begins in a JSON text. If the text has no value at a path, returns the location of
 * the last value along the path that exists.
 */
export function findLocations(text: string, paths: readonly JsonPath[]): readonly TextLocation[] {
  const root: RequestedStep = { steps: new Map() }
  for (const path of paths) addPath(root, path)
  const open: (RequestedStep | undefined)[] = []
  scanJson(text, {
    enter: (step, { line, column }) => {
      const parent = open.at(-1)
      const found = step === undefined ? root : parent?.steps.get(step)
      if (found !== undefined) Object.assign(found, { location: { line, column }, parent: parent?.location })
      open.push(found)
    },
    leave: () => {
      open.pop()
    },
  })
  return paths.map((path) => findLocation(root, path))
}

function addPath(root: RequestedStep, path: JsonPath): void {
  let at = root
  for (const step of path) {
    const next = at.steps.get(step) ?? { steps: new Map() }
    at.steps.set(step, next)
    at = next
  }
}

/**
 * Returns the location of the last value along the path that exists. If a later duplicate key replaces an object, the
 * values in the replaced object do not count.
 */
function findLocation(root: RequestedStep, path: JsonPath): TextLocation {
  let at = root
  let location = root.location ?? { line: 1, column: 1 }
  for (const step of path) {
    const next = at.steps.get(step)
    if (next?.location === undefined || next.parent !== location) break
    at = next
    location = next.location
  }
  return location
}
