import type { Logger } from '../log/log.js'

/** Minimum time between two log lines, in milliseconds: a flood of connections must not flood the log. */
const QUIET = 10_000

/** Logs refused connections: the first refusal immediately, then every few seconds the number of further refusals. */
export function noteRefusedConnections(logger: Logger): () => void {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  const report = () => {
    timer = undefined
    if (refused === 0) return
    logger.warn({ refused }, 'connections were refused: too many are open')
    refused = 0
    timer = setTimeout(report, QUIET).unref()
  }
  return () => {
    refused++
    if (timer === undefined) report()
  }
}
