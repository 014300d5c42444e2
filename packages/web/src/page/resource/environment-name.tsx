import { visibleText } from '@opsgraph/draw'
import styles from './resource.module.css'

/** The name of an environment; the empty environment has no name. */
export function EnvironmentName({ environment }: { readonly environment: string }) {
  return environment === '' ? <span className={styles.muted}>empty environment</span> : visibleText(environment)
}
