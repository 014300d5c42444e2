import type { TopologySummary } from './schemas.js'

/** Types the topologies of a list that was requested without `fields=summary`: each of them has its graph. */
export function withGraphs<Page extends { readonly topologies: readonly object[] }>(page: Page) {
  return page as Omit<Page, 'topologies'> & { readonly topologies: readonly TopologySummary[] }
}
