/** The lines of a server log except those about an unavailable database. */
export function otherThanUnavailable(stderr: string): readonly string[] {
  return stderr.split('\n').filter((line) => line !== '' && !line.includes('"status":503'))
}
