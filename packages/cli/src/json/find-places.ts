import { type JsonStep, scanJson, type TextPlace } from './scan-json.js'

/** The way from the whole of a text to one of its values. */
export type JsonPath = readonly JsonStep[]

const BEGINNING: TextPlace = { line: 1, column: 1 }

/** Where values begin in a JSON text, one place for each path; what is not there is where it belongs. */
export function findPlaces(text: string, paths: readonly JsonPath[]): readonly TextPlace[] {
  const root = new Wanted()
  for (const path of paths) root.want(path)
  const trail: (Wanted | undefined)[] = []
  scanJson(text, {
    enter: (step, place) => {
      const found = step === undefined ? root : trail.at(-1)?.steps.get(step)
      found?.stand(place)
      trail.push(found)
    },
    leave: () => {
      trail.pop()
    },
  })
  return paths.map((path) => root.placeOf(path) ?? BEGINNING)
}

/** A value that is looked for, or is on the way to one. */
class Wanted {
  readonly steps = new Map<JsonStep, Wanted>()
  /** `undefined` until it is found. */
  place: TextPlace | undefined

  want(path: JsonPath): void {
    let at: Wanted = this
    for (const step of path) {
      const next = at.steps.get(step) ?? new Wanted()
      at.steps.set(step, next)
      at = next
    }
  }

  /** Of fields with one name the last one counts, with all that is in it: `JSON.parse` does so. */
  stand(place: TextPlace): void {
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

  /** Paths of faults are short, so that this ends soon. */
  #forget(): void {
    this.place = undefined
    for (const step of this.steps.values()) step.#forget()
  }
}
