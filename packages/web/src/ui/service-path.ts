import { useLocation } from 'react-router'

/** Returns the path of the page of a service. A name may have any characters, such as `/`, `%` and spaces. */
export function buildServicePath(service: string): string {
  return `/services/${encodeURIComponent(service)}`
}

/**
 * Returns the name of the service in the path of the page. The parameters of the router are of no use here: they turn
 * `%2F` into `/` twice, so that the name `a%2Fb` would become `a/b`.
 */
export function useServiceInPath(): string {
  const [, , segment = ''] = useLocation().pathname.split('/')
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
