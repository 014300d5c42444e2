import { scanJson } from '@opsgraph/core/pure'
import { escapeControls } from './text.js'

/** The name of a field, or the index of a list item. */
export type JsonStep = string | number
/** A position in a text. */
export type TextLocation = Pick<NonNullable<ReturnType<typeof scanJson>>, 'line' | 'column'>

/** The path from the root of a JSON text to a value. */
export type JsonPath = readonly JsonStep[]

/**
 * Formats a position in a file as `shop.json:3:5`, which editors and terminals recognize. If the position is unknown,
 * returns only the file name.
 */
export function formatIssueLocation(name: string, location: TextLocation | undefined): string {
  return location === undefined ? escapeControls(name) : `${escapeControls(name)}:${location.line}:${location.column}`
}

/** A node in the tree of the paths to find. */
interface Requested {
  readonly steps: Map<JsonStep, Requested>
  /** Where the value begins; `undefined` until it is found. If an object has duplicate keys, the last value wins. */
  location?: TextLocation
  /** Where the object or list begins that contains the value. */
  parent?: TextLocation | undefined
}

/**
 * Finds the position where the value at each path begins in a JSON text. If the text has no value at a path, returns
 * the position of the nearest parent that exists.
 */
export function findLocations(text: string, paths: readonly JsonPath[]): readonly TextLocation[] {
  const root: Requested = { steps: new Map() }
  for (const path of paths) request(root, path)
  const open: (Requested | undefined)[] = []
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
  return paths.map((path) => locationOf(root, path))
}

function request(root: Requested, path: JsonPath): void {
  let at = root
  for (const step of path) {
    const next = at.steps.get(step) ?? { steps: new Map() }
    at.steps.set(step, next)
    at = next
  }
}

/**
 * Returns the position of the deepest value on the path that exists. If a later duplicate key replaces an object, the
 * values in the replaced object do not count.
 */
function locationOf(root: Requested, path: JsonPath): TextLocation {
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
