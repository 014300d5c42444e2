import { useQueryClient } from '@tanstack/react-query'

/** The first parts of the keys of queries whose answers contain statuses of alerts, or depend on them. */
const WITH_STATUSES = ['alert-list', 'alert', 'alerts', 'impact', 'current-alerts', 'topologies', 'topology']

/** Returns a function that requests what the pages show about alerts again, after statuses have changed. */
export function useRefreshedAlerts(): () => Promise<unknown> {
  const queries = useQueryClient()
  return () => Promise.all(WITH_STATUSES.map((key) => queries.invalidateQueries({ queryKey: [key] })))
}
