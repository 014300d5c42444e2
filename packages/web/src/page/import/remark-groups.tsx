import { groupBy } from '@opsgraph/core/pure'
import { FoldedList } from './folded-list.js'

/** A message about a place in a file, such as an issue or a warning. */
export interface Remark {
  readonly code: string
  /** A path such as `records[3].parent`; `''` for a message about the whole file. */
  readonly place: string
  readonly message: string
}

/** A list of remarks, grouped by code. The largest group comes last. */
export function RemarkGroups({ what, remarks }: { readonly what: string; readonly remarks: readonly Remark[] }) {
  const groups = groupBy(remarks, ({ code }) => code)
  const bySize = [...groups].sort(([, left], [, right]) => left.length - right.length)
  return bySize.map(([code, group]) => (
    <FoldedList key={code} title={<code>{code}</code>} what={what} items={group} isOnly={groups.size === 1}>
      {({ place, message }) => (
        <>
          {place !== '' && <code>{place}</code>}
          <span>{message}</span>
        </>
      )}
    </FoldedList>
  ))
}
