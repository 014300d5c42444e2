import type { DrawnNode } from '@opsgraph/core'
import { useMemo, useState } from 'react'
import { type ParamsTexts, unreadableParams } from './params-text.js'

/**
 * Keeps the texts of params fields, which may be incomplete JSON, while other nodes are open, until the editor closes.
 */
export function useParamsTexts(nodes: readonly DrawnNode[]) {
  const [texts, setTexts] = useState<ParamsTexts>(new Map())
  const faults = useMemo(() => unreadableParams(texts, nodes), [texts, nodes])
  return { texts, faults, write: (id: string, text: string) => setTexts((known) => new Map(known).set(id, text)) }
}
