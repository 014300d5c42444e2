import { parse } from 'fast-csv'

const PIECE = 64 * 1024

/**
 * The least that is asked of a CSV parser: the rows as objects, counted.
 *
 * @param {Buffer} bytes
 * @returns {Promise<number>}
 */
export function parseCsv(bytes) {
  return new Promise((resolve, reject) => {
    let rows = 0
    const parser = parse({ headers: true })
    parser.on('error', reject)
    parser.on('data', () => rows++)
    parser.on('end', () => resolve(rows))
    for (let at = 0; at < bytes.length; at += PIECE) parser.write(bytes.subarray(at, at + PIECE))
    parser.end()
  })
}
