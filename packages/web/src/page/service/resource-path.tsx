import { visibleLabel } from '@opsgraph/draw'
import { Fragment, useState } from 'react'
import styles from './service.module.css'

/** A longer path is folded in the middle. */
const SHOWN = 6
/** The resources at each end of a folded path. */
const ENDS = 2

/** The resources from the failed one up to the one that the service shows. The user can unfold a long path. */
export function ResourcePath({ path }: { readonly path: readonly string[] }) {
  const [isWhole, setWhole] = useState(path.length <= SHOWN)
  const shown = isWhole ? path : [...path.slice(0, ENDS), ...path.slice(-ENDS)]
  return (
    <div className={styles.path}>
      {shown.map((resource, index) => (
        <Fragment key={resource}>
          {index > 0 && (
            <>
              <span aria-hidden="true">→</span>
              <span className="unseen">hurts</span>
            </>
          )}
          {!isWhole && index === ENDS && (
            <>
              <button
                type="button"
                className={styles.unfold}
                aria-label={`Show the ${path.length - shown.length} resources between`}
                onClick={() => setWhole(true)}
              >
                …
              </button>
              <span aria-hidden="true">→</span>
            </>
          )}
          <span className={styles.step}>{visibleLabel(resource)}</span>
        </Fragment>
      ))}
    </div>
  )
}
