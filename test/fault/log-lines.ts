/**
 * The texts in lines about a database that does not answer: a request was answered with 503, or a round of the
 * background work failed.
 */
const UNAVAILABLE = [
  '"status":503',
  '"message":"the database does not answer',
  '"message":"the embedded database has failed',
]

/** Returns the lines of a server log, except lines about a database that does not answer. */
export function listOtherLines(stderr: string): readonly string[] {
  return stderr.split('\n').filter((line) => line !== '' && !UNAVAILABLE.some((text) => line.includes(text)))
}
