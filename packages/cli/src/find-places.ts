import { scanJson } from '@opsgraph/core/pure'
import { printable } from './text.js'

/** The name of a field, or the index of a list item. */
export type JsonStep = string | number
/** A position in a text. */
export type TextPlace = Pick<NonNullable<ReturnType<typeof scanJson>>, 'line' | 'column'>

/** The path from the root of a JSON text to a value. */
export type JsonPath = readonly JsonStep[]

/**
 * Formats a position in a file as `shop.json:3:5`, which editors and terminals recognize. If the position is unknown,
 * returns only the file name.
 */
export function formatIssueLocation(name: string, { place }: { readonly place?: TextPlace | undefined }): string {
  return place === undefined ? printable(name) : `${printable(name)}:${place.line}:${place.column}`
}

const BEGINNING: TextPlace = { line: 1, column: 1 }

/**
 * Finds the position where the value at each path begins in a JSON text. If the text has no value at a path, returns
 * the position of the nearest parent that exists.
 */
export function findPlaces(text: string, paths: readonly JsonPath[]): readonly TextPlace[] {
  const root = new Wanted()
  for (const path of paths) root.want(path)
  const trail: (Wanted | undefined)[] = []
  scanJson(text, {
    enter: (step, { line, column }) => {
      const found = step === undefined ? root : trail.at(-1)?.steps.get(step)
      found?.found({ line, column })
      trail.push(found)
    },
    leave: () => {
      trail.pop()
    },
  })
  return paths.map((path) => root.placeOf(path) ?? BEGINNING)
}

/** A node in the tree of requested paths. */
class Wanted {
  readonly steps = new Map<JsonStep, Wanted>()
  /** The position of the value; `undefined` until it is found. */
  place: TextPlace | undefined

  want(path: JsonPath): void {
    let at: Wanted = this
    for (const step of path) {
      const next = at.steps.get(step) ?? new Wanted()
      at.steps.set(step, next)
      at = next
    }
  }

  /**
   * Records the position of the value. If an object has duplicate keys, the last value and its content win, as in
   * `JSON.parse`.
   */
  found(place: TextPlace): void {
    if (this.place !== undefined) for (const step of this.steps.values()) step.#forget()
    this.place = place
  }

  placeOf(path: JsonPath): TextPlace | undefined {
    let at: Wanted | undefined = this
    let place = this.place
    for (const step of path) {
      at = at?.steps.get(step)
      place = at?.place ?? place
    }
    return place
  }

  /**
   * Forgets the positions of the value and its content. The recursion is only as deep as the longest requested path.
   * Callers request the paths of faults, which are short.
   */
  #forget(): void {
    this.place = undefined
    for (const step of this.steps.values()) step.#forget()
  }
}
