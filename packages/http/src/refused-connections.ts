import type { Logger } from './log.js'

/** Milliseconds between two lines: who floods the server with connections is not to flood its log as well. */
const QUIET = 10_000

/** Notes connections that were refused because too many are open: at once, then every few seconds how many there were. */
export function noteRefusedConnections(logger: Logger): () => void {
  let refused = 0
  let timer: NodeJS.Timeout | undefined
  const tell = () => {
    timer = undefined
    if (refused === 0) return
    logger.warn({ refused }, 'connections were refused: as many are open as may be')
    refused = 0
    timer = setTimeout(tell, QUIET).unref()
  }
  return () => {
    refused++
    if (timer === undefined) tell()
  }
}
