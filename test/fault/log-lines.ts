/** Lines of a server's log that tell anything but that the database was away, which each of those lines does. */
export function otherThanUnavailable(stderr: string): readonly string[] {
  return stderr.split('\n').filter((line) => line !== '' && !line.includes('"status":503'))
}
