import { visibleText } from '@opsgraph/draw'
import styles from './resource.module.css'

/** Shows the name of an environment, or `empty environment` for the environment with the name `''`. */
export function EnvironmentName({ environment }: { readonly environment: string }) {
  return environment === '' ? <span className={styles.muted}>empty environment</span> : visibleText(environment)
}
