import {
  MaxHeaderSizeExceededError,
  MaxPartsExceededError,
  MultipartParseError,
  type MultipartPart,
  parseMultipart,
} from '@remix-run/multipart-parser'
import { LIMITS } from '../../limits.js'
import { createDecoder, readContentType } from './content-type.js'
import { FormFault, type FormFields } from './read-form.js'

/**
 * Reads the fields of a form in the media type `multipart/form-data` (rules.md#payload-formats). Files, and parts
 * without a name, are left out.
 *
 * @param charset the charset of fields that do not name one
 * @throws FormFault
 */
export function readMultipart(
  body: Uint8Array,
  { boundary, charset }: { readonly boundary: string; readonly charset: string },
): FormFields {
  if (!BOUNDARY_PATTERN.test(boundary))
    throw new FormFault('the boundary in the Content-Type is not 1 to 70 ASCII characters')
  const fields = new Map<string, string[]>()
  try {
    for (const part of parseMultipart(withoutFirstLineEnd(body), { boundary, ...boundsOf(body) })) {
      const { name, isFile } = part
      if (name === undefined || isFile) continue
      const values = fields.get(name) ?? []
      values.push(decodePart(part, charset))
      fields.set(name, values)
    }
  } catch (error) {
    throw error instanceof FormFault ? error : new FormFault(reasonOf(error))
  }
  return fields
}

/**
 * Finds the boundary in the first line of a body, for a delivery without a Content-Type; `undefined` = the body has
 * none.
 */
export function sniffBoundary(text: string): string | undefined {
  return /^--([\x20-\x7e]{1,70})\r\nContent-Disposition:/i.exec(text)?.[1]
}

const BOUNDARY_PATTERN = /^[\x20-\x7e]{1,70}$/

const boundsOf = ({ length }: Uint8Array) => ({
  maxParts: LIMITS.webhookParts,
  maxHeaderSize: LIMITS.webhookPartHeader,
  maxFileSize: length,
  maxTotalSize: length,
})

/** Some senders put a line end before the first boundary. */
function withoutFirstLineEnd(body: Uint8Array): Uint8Array {
  return body[0] === 0x0d && body[1] === 0x0a ? body.subarray(2) : body
}

function decodePart({ bytes, headers }: MultipartPart, charset: string): string {
  const declared = readContentType(headers['content-type']).charset ?? charset
  const decoder = createDecoder(declared, bytes)
  if (decoder === undefined) throw new FormFault(`the charset ${declared.slice(0, 100)} of a field is not known`)
  try {
    return decoder.decode(bytes)
  } catch {
    throw new FormFault(`a field is not ${decoder.encoding.toUpperCase()}`)
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof MaxPartsExceededError) return `the body has more than ${LIMITS.webhookParts} parts`
  if (error instanceof MaxHeaderSizeExceededError) {
    return `the headers of a part have more than ${LIMITS.webhookPartHeader} bytes, or have no end`
  }
  if (error instanceof MultipartParseError && /finished/.test(error.message)) {
    return 'the multipart body has no end: its last boundary is missing'
  }
  if (error instanceof MultipartParseError) return 'the multipart body does not begin with its boundary'
  // The parser decodes the headers of a part as UTF-8.
  if (error instanceof TypeError) return 'the headers of a part are not UTF-8'
  throw error
}
