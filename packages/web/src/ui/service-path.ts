import { useLocation } from 'react-router'

/**
 * Returns the path of the page of a service. The name of a service may contain any characters, such as `/`, `%` and
 * spaces.
 */
export function buildServicePath(service: string): string {
  return `/services/${encodeURIComponent(service)}`
}

/**
 * Returns the name of the service in the path of the page. The parameters of the router are of no use here: the router
 * decodes them twice, so the name `a%2Fb` would become `a/b`.
 */
export function useServiceInPath(): string {
  const [, , segment = ''] = useLocation().pathname.split('/')
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
