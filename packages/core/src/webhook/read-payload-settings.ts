import type { BodyReader } from '../body-reader.js'
import { isEmptyFilter } from '../filter/filter.js'
import { readFilter } from '../filter/read-filter.js'
import { readTimezone } from '../local-time.js'
import { PAYLOAD_FORMATS, type WebhookConfig } from './webhook-config.js'

type PayloadSettings = Pick<
  WebhookConfig,
  'payloadFormat' | 'base64Fields' | 'jsonFields' | 'testPayloads' | 'timezone'
>

/**
 * Reads the payload settings of a webhook from a body. A setting that is not sent does not change. This function does
 * not check the paths of `base64Fields` and `jsonFields`: they are checked together with the mapping.
 *
 * @throws OpsgraphError `invalid`, naming the field
 */
export function readPayloadSettings(reader: BodyReader, known: PayloadSettings): PayloadSettings {
  return {
    payloadFormat: reader.choice('payloadFormat', PAYLOAD_FORMATS) ?? known.payloadFormat,
    base64Fields: readPaths(reader, 'base64Fields') ?? known.base64Fields,
    jsonFields: readPaths(reader, 'jsonFields') ?? known.jsonFields,
    testPayloads: reader.sent('testPayloads') === undefined ? known.testPayloads : readTestPayloads(reader),
    timezone: readTimezone(reader) ?? known.timezone,
  }
}

function readPaths(reader: BodyReader, field: 'base64Fields' | 'jsonFields'): readonly string[] | undefined {
  return reader.list(field)?.map((path, index) => {
    if (typeof path === 'string') return path.trim()
    throw reader.fault(`${field}[${index}]`, 'must be a string')
  })
}

/**
 * A filter without clauses matches everything. Nobody wants this here, because every payload would be a test. So such a
 * filter is read as `null`.
 */
function readTestPayloads(reader: BodyReader): PayloadSettings['testPayloads'] {
  const filter = readFilter(reader.sent('testPayloads'), 'testPayloads')
  return isEmptyFilter(filter) ? null : filter
}
