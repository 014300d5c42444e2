import { visibleText } from '@opsgraph/core/browser'
import styles from './resource.module.css'

/** An environment; the empty one is a value of its own. */
export function EnvironmentName({ environment }: { readonly environment: string }) {
  return environment === '' ? <span className={styles.muted}>empty environment</span> : visibleText(environment)
}
