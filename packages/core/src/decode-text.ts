/** What a file that is no text begins with, and how people call it. */
const SIGNATURES: readonly (readonly [string, readonly number[]])[] = [
  ['a zip archive (or a spreadsheet): unpack it, or save it as CSV', [0x50, 0x4b, 0x03, 0x04]],
  ['compressed with gzip: unpack it', [0x1f, 0x8b]],
  ['UTF-16: save it as UTF-8', [0xff, 0xfe]],
  ['UTF-16: save it as UTF-8', [0xfe, 0xff]],
]
const NEW_LINE = 0x0a

export type DecodedText = { readonly text: string } | { readonly fault: string }

/** Reads bytes as UTF-8, a byte order mark left out, or says why that is not possible. */
export function decodeText(bytes: Uint8Array): DecodedText {
  const signature = SIGNATURES.find(([, start]) => start.every((byte, at) => bytes[at] === byte))
  if (signature !== undefined) return { fault: `the file is ${signature[0]}` }
  const text = decode(bytes)
  if (text === undefined) return { fault: `the file is not valid UTF-8, see line ${firstBadLine(bytes)}` }
  return { text }
}

function decode(bytes: Uint8Array): string | undefined {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

/** No character of several bytes has a new line among them: every line is valid or not on its own. */
function firstBadLine(bytes: Uint8Array): number {
  let line = 1
  for (let start = 0; start < bytes.length; line++) {
    const found = bytes.indexOf(NEW_LINE, start)
    const end = found < 0 ? bytes.length : found
    if (decode(bytes.subarray(start, end)) === undefined) break
    start = end + 1
  }
  return line
}
