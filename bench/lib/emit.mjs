/**
 * Prints one line of the results.
 *
 * @param {string} line
 */
export function emit(line) {
  process.stdout.write(`${line}\n`)
}
