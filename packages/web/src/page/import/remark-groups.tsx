import { ShowMore } from '../../ui/show-more.js'
import styles from './import.module.css'

/** Something told of a place in a file. */
export interface Remark {
  readonly code: string
  /** `records[3].parent`; `''` = the file as a whole. */
  readonly place: string
  readonly message: string
}

/** Groups with more remarks than this are closed at first. */
const MANY = 10

/** Remarks by their code, those of the largest group last. */
export function RemarkGroups({ what, remarks }: { readonly what: string; readonly remarks: readonly Remark[] }) {
  const groups = byCode(remarks)
  const bySize = [...groups].sort(([, left], [, right]) => left.length - right.length)
  return bySize.map(([code, group]) => (
    <details key={code} className={styles.group} open={group.length <= MANY || groups.size === 1}>
      <summary>
        <code>{code}</code> <span className={styles.count}>{group.length}</span>
      </summary>
      <ShowMore items={group} what={what}>
        {(shown) => (
          <ul className={styles.remarks}>
            {shown.map(({ place, message }, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the list never changes its order, and remarks may repeat
              <li key={index}>
                {place !== '' && <code>{place}</code>}
                <span>{message}</span>
              </li>
            ))}
          </ul>
        )}
      </ShowMore>
    </details>
  ))
}

function byCode(remarks: readonly Remark[]): ReadonlyMap<string, readonly Remark[]> {
  const groups = new Map<string, Remark[]>()
  for (const remark of remarks) {
    const group = groups.get(remark.code)
    if (group === undefined) groups.set(remark.code, [remark])
    else group.push(remark)
  }
  return groups
}
