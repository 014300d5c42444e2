import type { DrawnNode } from '@opsgraph/core/browser'
import { useMemo, useState } from 'react'
import { type ParamsTexts, unreadableParams } from './params-text.js'

/** Keeps what is written as params while another node is open: it may be no JSON yet, and is lost with the editor alone. */
export function useParamsTexts(nodes: readonly DrawnNode[]) {
  const [texts, setTexts] = useState<ParamsTexts>(new Map())
  const faults = useMemo(() => unreadableParams(texts, nodes), [texts, nodes])
  return { texts, faults, write: (id: string, text: string) => setTexts((known) => new Map(known).set(id, text)) }
}
