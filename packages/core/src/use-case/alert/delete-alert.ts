import { notFound } from '../../opsgraph-error.js'
import type { Dependencies } from '../../port/dependencies.js'

/**
 * Deletes an alert; relations that it stated stay (decisions.md 4).
 *
 * @throws OpsgraphError `notFound`
 */
export async function deleteAlert({ store }: Dependencies, id: string): Promise<void> {
  if (!(await store.alerts.delete(id))) throw notFound('alert')
}
