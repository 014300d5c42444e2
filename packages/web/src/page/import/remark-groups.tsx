import { groupBy } from '@opsgraph/core/browser'
import { FoldedList } from './folded-list.js'

/** Something told of a place in a file. */
export interface Remark {
  readonly code: string
  /** `records[3].parent`; `''` = the file as a whole. */
  readonly place: string
  readonly message: string
}

/** Remarks by their code, those of the largest group last. */
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
