/** What the header Content-Type of a delivery says about its body. */
export interface ContentType {
  /** The media type in lower case, without parameters; empty if the header is missing. */
  readonly type: string
  /** The parameter `charset`; `undefined` if it is missing. */
  readonly charset: string | undefined
  /** The parameter `boundary`, which separates the parts of a multipart body; `undefined` if it is missing. */
  readonly boundary: string | undefined
}

export function readContentType(header = ''): ContentType {
  const end = header.indexOf(';')
  if (end < 0) return { type: header.trim().toLowerCase(), charset: undefined, boundary: undefined }
  const parameters = new Map<string, string>()
  for (const [, name = '', quoted, plain = ''] of header.matchAll(CONTENT_TYPE_PARAMETER_PATTERN)) {
    const value = quoted === undefined ? plain.trim() : quoted.replace(/\\(.)/g, '$1')
    if (value !== '' && !parameters.has(name.toLowerCase())) parameters.set(name.toLowerCase(), value)
  }
  return {
    type: header.slice(0, end).trim().toLowerCase(),
    charset: parameters.get('charset'),
    boundary: parameters.get('boundary'),
  }
}

const CONTENT_TYPE_PARAMETER_PATTERN = /;[ \t]*([^=;\s"]+)=(?:"((?:[^"\\]|\\.)*)"|([^;"]*))/g

export type Decoder = InstanceType<typeof TextDecoder>

/**
 * Creates the decoder of a charset. It throws an error for bytes that are not in this charset, and removes a byte order
 * mark.
 *
 * @param body shows which of the two byte orders of UTF-16 is used
 * @returns `undefined` for an unknown charset
 */
export function createDecoder(charset: string, body: Uint8Array): Decoder | undefined {
  const isBigEndian = charset.toLowerCase() === 'utf-16' && body[0] === 0xfe && body[1] === 0xff
  try {
    return new TextDecoder(isBigEndian ? 'utf-16be' : charset, { fatal: true })
  } catch {
    return undefined
  }
}
