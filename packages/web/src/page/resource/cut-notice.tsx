import { visibleText } from '@opsgraph/draw'
import { Link } from 'react-router'
import type { ResourceGraph } from '../../api/resources.js'
import { Notice } from '../../ui/notice.js'
import { resourcePath } from './resource-link.js'
import { DEEPEST } from './walk-of.js'

/** The maximum number of resources that the notice names. */
const NAMED = 3

interface CutNoticeProps {
  readonly graph: ResourceGraph
  readonly depth: number
}

/** Says that the walk ends at its depth although more lies beyond. */
export function CutNotice({ graph: { environment, cut, cutAt }, depth }: CutNoticeProps) {
  if (!cut) return null
  const levels = depth === 1 ? '1 level' : `${depth} levels`
  return (
    <Notice tone="warning">
      <span>
        Not everything is shown: the walk ends after {levels}, and more lies beyond.{' '}
        {depth < DEEPEST ? 'Choose a larger depth, or walk from there:' : 'To see it, walk from there:'}{' '}
        {cutAt.slice(0, NAMED).map((resource, index) => (
          <span key={resource}>
            {index > 0 && ', '}
            <Link to={resourcePath({ environment, resource })}>{visibleText(resource)}</Link>
          </span>
        ))}
        {cutAt.length > NAMED && ' and others'}
      </span>
    </Notice>
  )
}
