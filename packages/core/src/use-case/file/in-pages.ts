/**
 * Reads a whole list page by page, each page when it is asked for. Each page begins after the last row of the page
 * before it. So a row that exists all the time is read exactly once, although other rows come and go meanwhile, and no
 * state of the store is held open while the caller works on a page.
 *
 * @param limit the maximum number of rows of a page
 * @param read reads the first `limit` rows after a row; `undefined` = from the beginning
 * @returns the pages. The first one is read already: if reading it fails, this function throws
 */
export async function inPages<Row>(
  limit: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): Promise<AsyncIterable<readonly Row[]>> {
  return following(await read(undefined), limit, read)
}

async function* following<Row>(
  first: readonly Row[],
  limit: number,
  read: (last: Row | undefined) => Promise<readonly Row[]>,
): AsyncGenerator<readonly Row[]> {
  for (let page = first; page.length > 0; page = page.length < limit ? [] : await read(page.at(-1))) yield page
}
