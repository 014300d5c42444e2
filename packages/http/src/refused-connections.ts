import type { Logger } from './log.js'

/** Milliseconds between two lines: a flood of connections must not flood the log. */
const QUIET = 10_000

/** Logs refused connections: the first at once, then the number of further ones every few seconds. */
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
