/** The lines of a server log, except lines about a database that does not answer. */
export function otherThanUnavailable(stderr: string): readonly string[] {
  return stderr.split('\n').filter((line) => line !== '' && !line.includes('"status":503'))
}
