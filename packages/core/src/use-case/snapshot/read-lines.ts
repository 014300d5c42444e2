import { invalid } from '../../opsgraph-error.js'

const NEW_LINE = 0x0a
/**
 * The maximum number of bytes in a line. The lines of snapshots are far shorter. A file that is not a snapshot may have
 * no line breaks, and must not fill the memory.
 */
const LONGEST_LINE_BYTES = 256 * 1024 * 1024

/**
 * Splits a stream of bytes into lines. A line ends only at U+000A. Many splitters also split at U+2028, which names may
 * contain.
 *
 * @throws OpsgraphError `invalid`, naming the line, for invalid UTF-8 and for a line that is too long
 */
export async function* readLines(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let number = 1
  let pieces: Uint8Array[] = []
  for await (const piece of bytes) {
    let start = 0
    for (let end = piece.indexOf(NEW_LINE); end >= 0; end = piece.indexOf(NEW_LINE, start)) {
      yield decodeLine([...pieces, piece.subarray(start, end)], number++)
      pieces = []
      start = end + 1
    }
    if (start < piece.length) pieces.push(piece.subarray(start))
    if (totalLength(pieces) > LONGEST_LINE_BYTES)
      throw invalid(`line ${number} is longer than ${LONGEST_LINE_BYTES} bytes`)
  }
  if (pieces.length > 0) yield decodeLine(pieces, number)
}

function decodeLine(pieces: readonly Uint8Array[], number: number): string {
  const decoder = new TextDecoder('utf-8', { fatal: true })
  try {
    const text = pieces.map((piece) => decoder.decode(piece, { stream: true })).join('')
    return text + decoder.decode()
  } catch {
    throw invalid(`line ${number} is not valid UTF-8`)
  }
}

function totalLength(pieces: readonly Uint8Array[]): number {
  return pieces.reduce((length, piece) => length + piece.length, 0)
}
