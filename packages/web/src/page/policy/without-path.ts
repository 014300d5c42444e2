import type { Fault } from '../../api/faults.js'

/** Returns the message of a fault without its path, because the message is shown at the faulty field. */
export function withoutPath({ path, message }: Fault): string {
  return message.startsWith(path) ? message.slice(path.length).trim() : message
}
