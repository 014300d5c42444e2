import { describe, expect, it } from 'vitest'
import { pageOf, readListQuery } from './page.js'

const COLUMNS = ['name', 'createTime'] as const

describe('readListQuery', () => {
  it('should default to page 1 with 50 items in the default order', () => {
    expect(readListQuery({}, COLUMNS)).toEqual({ filters: {}, sort: undefined, page: 1, pageSize: 50 })
  })

  it('should read the column and its direction', () => {
    expect(readListQuery({ sortBy: 'name' }, COLUMNS).sort).toEqual({ column: 'name', descending: false })
    expect(readListQuery({ sortBy: '-createTime' }, COLUMNS).sort).toEqual({ column: 'createTime', descending: true })
  })

  it.each([
    [{ page: 0 }, 'page must be a whole number from 1'],
    [{ page: Number.NaN }, 'page must be a whole number from 1'],
    [{ page: 1.5 }, 'page must be a whole number from 1'],
    [{ pageSize: 0 }, 'page-size must be a whole number from 1 to 1000'],
    [{ pageSize: 1001 }, 'page-size must be a whole number from 1 to 1000'],
    [{ pageSize: Number.NaN }, 'page-size must be'],
    [{ sortBy: 'constructor' }, 'sort-by must be one of name, createTime'],
    [{ sortBy: '--name' }, 'sort-by must be one of'],
    [{ sortBy: '' }, 'sort-by must be one of'],
  ])('should refuse %j: %s', (request, message) => {
    expect(() => readListQuery(request, COLUMNS)).toThrow(message)
  })
})

describe('pageOf', () => {
  it.each([
    [1, 0, 0, false],
    [1, 50, 1, false],
    [1, 51, 2, true],
    [2, 51, 2, false],
    [9, 51, 2, false],
  ])('page %i of %i items: %i pages, more: %s', (page, total, pages, more) => {
    const query = readListQuery({ page }, COLUMNS)
    expect(pageOf(query, { items: [], total })).toEqual({ items: [], total, page, pageSize: 50, pages, more })
  })
})
