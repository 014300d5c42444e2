import { visibleLabel } from '@opsgraph/draw'
import { Fragment, useState } from 'react'
import styles from './service.module.css'

/**
 * The maximum length of a path that is shown as a whole. In a longer path, the resources in the middle are hidden at
 * first.
 */
const SHOWN = 6
/** The number of resources that are shown at each end of a longer path. */
const ENDS = 2

/**
 * Shows the path from the resource of an alert up to the resource that is drawn in the topology of a service. If the
 * path is long, the user can show the hidden resources.
 */
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
