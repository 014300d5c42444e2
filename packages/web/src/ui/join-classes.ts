/** Joins class names to the value of a `class` attribute. `false` and `undefined` are skipped. */
export function joinClasses(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string').join(' ')
}
