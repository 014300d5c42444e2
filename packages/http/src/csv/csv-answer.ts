import { OpsgraphError } from '@opsgraph/core'
import { z } from 'zod'
import { switchParam } from '../wire/fields.js'
import { type CsvColumns, writeCsv } from './write-csv.js'

/** The media type of a list as CSV. */
export const CSV_TYPE = 'text/csv; charset=utf-8'

/** The query parameters of a list that is available as CSV (rules.md#csv-lists). */
export const csvQuery = {
  format: z.enum(['json', 'csv']).default('json').meta({
    description:
      'csv = the whole list as a file, in its default order; without `page`, `page-size` and `sort-by`. The header `Content-Disposition` names the file',
  }),
  raw: switchParam.meta({
    description: "Only with `format=csv`: leave out the `'` before a cell that a spreadsheet would take for a formula",
  }),
}

export interface CsvRequest {
  readonly format: 'json' | 'csv'
  readonly raw: boolean
  readonly page?: number | undefined
  readonly 'page-size'?: number | undefined
  readonly 'sort-by'?: string | undefined
}

/** A list that can be sent as a CSV file. */
interface CsvList<Row> {
  /** The name of the file, without `.csv`. */
  readonly name: string
  readonly columns: CsvColumns<Row>
  readonly pages: () => Promise<AsyncIterable<readonly Row[]>>
}

/**
 * Answers a request for a list as CSV. The text of the answer is produced while it is sent.
 *
 * @returns `undefined` if the request asks for JSON
 * @throws OpsgraphError `invalid` if the request asks for a single page of the list, or for another order
 */
export async function csvAnswer<Row>(request: CsvRequest, { name, columns, pages }: CsvList<Row>) {
  if (request.format === 'json') {
    if (request.raw) throw invalidRequest('raw needs format=csv')
    return undefined
  }
  const sent = (['page', 'page-size', 'sort-by'] as const).filter((parameter) => request[parameter] !== undefined)
  if (sent.length > 0) {
    throw invalidRequest(`a CSV file has the whole list in its default order: leave out ${sent.join(', ')}`)
  }
  return {
    status: 200 as const,
    contentType: CSV_TYPE,
    headers: { 'Content-Disposition': `attachment; filename="${name}.csv"` },
    stream: writeCsv(await pages(), { columns, isRaw: request.raw }),
  }
}

function invalidRequest(message: string): OpsgraphError {
  return new OpsgraphError('invalid', message)
}
