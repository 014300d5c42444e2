import { describe, expect, it } from 'vitest'
import { pageOf, readListQuery } from './page.js'

describe('readListQuery', () => {
  it('should default to page 1 with 50 items in the default order', () => {
    expect(readListQuery('relations', {})).toEqual({ filters: {}, sort: undefined, page: 1, pageSize: 50 })
  })

  it('should read the column and its direction', () => {
    expect(readListQuery('relations', { sortBy: 'parent' }).sort).toEqual({ column: 'parent', descending: false })
    expect(readListQuery('relations', { sortBy: '-createTime' }).sort).toEqual({
      column: 'createTime',
      descending: true,
    })
  })

  it.each([
    [{ page: 0 }, 'page must be a whole number from 1'],
    [{ page: Number.NaN }, 'page must be a whole number from 1'],
    [{ page: 1.5 }, 'page must be a whole number from 1'],
    [{ pageSize: 0 }, 'page-size must be a whole number from 1 to 1000'],
    [{ pageSize: 1001 }, 'page-size must be a whole number from 1 to 1000'],
    [{ pageSize: Number.NaN }, 'page-size must be'],
    [{ sortBy: 'constructor' }, 'sort-by must be one of environment, resource, parent'],
    [{ sortBy: '--name' }, 'sort-by must be one of'],
    [{ sortBy: '' }, 'sort-by must be one of'],
    [
      { filters: { source: ['cmdb', 'itop'] } },
      'source must be one of manual, event, cmdb, topology, policy, not itop',
    ],
  ])('should refuse %j: %s', (request, message) => {
    expect(() => readListQuery('relations', request)).toThrow(message)
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
    const query = readListQuery('relations', { page })
    expect(pageOf(query, { items: [], total })).toEqual({ items: [], total, page, pageSize: 50, pages, more })
  })
})
