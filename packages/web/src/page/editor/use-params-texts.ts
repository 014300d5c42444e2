import type { DrawnNode } from '@opsgraph/core'
import { useMemo, useState } from 'react'
import { type ParamsTexts, unreadableParams } from './params-text.js'

/**
 * Keeps the typed texts of params fields until the editor closes, so that incomplete JSON is not lost when the user
 * opens another node.
 */
export function useParamsTexts(nodes: readonly DrawnNode[]) {
  const [texts, setTexts] = useState<ParamsTexts>(new Map())
  const faults = useMemo(() => unreadableParams(texts, nodes), [texts, nodes])
  return { texts, faults, write: (id: string, text: string) => setTexts((known) => new Map(known).set(id, text)) }
}
