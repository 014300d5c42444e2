/** Whether the path of a URL belongs to the application. */
export type OwnsUrl = (url: string) => boolean

/** Converts an Express path such as `/api/alert/:id` into an expression that matches a whole path. */
export function toPathPattern(path: string): RegExp {
  return new RegExp(`^${path.replaceAll('.', '[.]').replaceAll(/:\w+/g, '[^/]+')}$`)
}

/**
 * Creates a function that checks whether the application serves a URL. If the application is mounted, it must know this
 * before its first middleware changes the request and the response of the host application.
 *
 * @param files the URL paths of the files that the application serves besides its routes
 */
export function createOwnPathTest(routes: readonly { readonly path: string }[], files: ReadonlySet<string>): OwnsUrl {
  const paths = [...new Set(routes.map(({ path }) => path))]
  const fixed = new Set([...paths.filter((path) => !path.includes(':')), ...files])
  const patterns = paths.filter((path) => path.includes(':')).map(toPathPattern)
  return (url) => {
    const path = pathOf(url)
    return fixed.has(path) || patterns.some((pattern) => pattern.test(path))
  }
}

/** The path of a request URL. A request to a proxy has an absolute URL; any other request has only a path. */
export function pathOf(url: string): string {
  return /^(?:[a-z]+:\/\/[^/?#]*)?([^?#]*)/i.exec(url)?.[1] || '/'
}
