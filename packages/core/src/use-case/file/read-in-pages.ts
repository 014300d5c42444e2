/**
 * Reads a whole list page by page, each page only when the caller asks for it. Each page begins after the last row of
 * the previous page. So a row that exists all the time is read exactly once, even if other rows are added or removed
 * meanwhile, and the store holds no snapshot open while the caller handles a page.
 *
 * @param limit the maximum number of rows of a page
 * @param read reads the first `limit` rows after `last`; `undefined` = from the beginning
 * @returns the pages. The first page is already read: if reading it fails, this function throws
 */
export async function readInPages<Row>(
  limit: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<AsyncIterable<readonly Row[]>> {
  return yieldPages(await read(undefined), limit, read)
}

async function* yieldPages<Row>(
  first: readonly Row[],
  limit: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let page = first; page.length > 0; page = page.length < limit ? [] : await read(page.at(-1))) yield page
}
