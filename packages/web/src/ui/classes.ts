/** Joins the given class names to one attribute; skips `false` and `undefined`. */
export function classes(...names: readonly (string | false | undefined)[]): string {
  return names.filter((name) => typeof name === 'string').join(' ')
}
