import type { ApiKey, AuditEntry, ListFilter } from '@opsgraph/core'
import { type ApiKeyStore, type AuditTrail, compareCreation, type ListSort, OpsgraphError } from '@opsgraph/core/store'
import type { TableAccess } from './access.js'
import { type ListColumns, listPage } from './list-page.js'
import { frozenCopy } from './table.js'
import type { Tables } from './tables.js'

const KEY_COLUMNS: ListColumns<ApiKey, ListFilter<'apiKeys'>, ListSort<'apiKeys'>> = {
  filter: {},
  sort: {},
  compare: compareCreation,
}

export function apiKeyStore(tables: Tables, access: TableAccess): ApiKeyStore {
  const { apiKey, apiKeyByDigest, revision } = tables
  const change = (id: string, changes: Partial<ApiKey>): boolean => {
    const row = apiKey.get(id)
    if (row === undefined) return false
    apiKey.put(Object.freeze({ ...row, key: Object.freeze({ ...row.key, ...changes }) }))
    return true
  }
  return {
    read: (id) => access(() => apiKey.get(id)?.key),
    readByDigest: (digest) => access(() => apiKeyByDigest.findOne(digest)?.key),
    list: (query) =>
      access.inSteps(() => {
        const keys = Array.from(apiKey.rows(), ({ key }) => key)
        return listPage(keys, query, KEY_COLUMNS)
      }),
    count: () => access(() => apiKey.size),
    version: () => access(() => revision.get('apiKeys')?.text ?? ''),
    add: async (key, digest) => {
      const row = frozenCopy({ id: key.id, key, digest })
      return access(() => {
        const isKnown = apiKey.get(key.id) ?? apiKeyByDigest.findOne(digest)
        if (isKnown !== undefined) throw new OpsgraphError('conflict', 'there is such an API key already')
        apiKey.put(row)
        tables.revise('apiKeys')
      })
    },
    update: async (key) => {
      const { id, scopes, text, expireTime } = frozenCopy(key)
      return access(() => {
        tables.revise('apiKeys')
        return change(id, { scopes, text, expireTime })
      })
    },
    touch: async (id, lastUsedTime) => {
      await access(() => change(id, { lastUsedTime }))
    },
    delete: (id) =>
      access(() => {
        tables.revise('apiKeys')
        return apiKey.remove(id) !== undefined
      }),
  }
}

const AUDIT_COLUMNS: ListColumns<AuditEntry, ListFilter<'audit'>, ListSort<'audit'>> = {
  filter: {},
  sort: {},
  compare: (left, right) => compareCreation(right, left),
}

export function auditTrail({ audit }: Tables, access: TableAccess): AuditTrail {
  return {
    append: async (...entries) => {
      const rows = entries.map(frozenCopy)
      return access(() => {
        for (const row of rows) audit.put(row)
      })
    },
    deleteOld: (before, limit) =>
      access(() => {
        const old = [...audit.rows()].filter(({ createTime }) => createTime < before)
        const deleted = old.sort(compareCreation).slice(0, limit)
        for (const { id } of deleted) audit.remove(id)
        return deleted.length
      }),
    list: (query) => access.inSteps(() => listPage(audit.rows(), query, AUDIT_COLUMNS)),
  }
}
