/** Tells whether a request is for one of these paths of an application. */
export type OwnsUrl = (url: string) => boolean

/** A route's path as Express takes it, such as `/api/alert/:id`, as an expression that fits a whole path. */
export function patternOf(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '[.]').replaceAll(/:\w+/g, '[^/]+')}$`)
}

/** @param files paths without parameters, besides those of the routes */
export function ownPaths(routes: readonly { readonly path: string }[], files: ReadonlySet<string>): OwnsUrl {
  const paths = [...new Set(routes.map(({ path }) => path))]
  const fixed = new Set([...paths.filter((path) => !path.includes(':')), ...files])
  const patterns = paths.filter((path) => path.includes(':')).map(patternOf)
  return (url) => {
    const path = pathOf(url)
    return fixed.has(path) || patterns.some((pattern) => pattern.test(path))
  }
}

/** The path of a URL as HTTP has it: a proxy may be sent a whole one. */
export function pathOf(url: string): string {
  return /^(?:[a-z]+:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] || '/'
}
