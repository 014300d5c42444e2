import { ALERT_POLICY } from '@opsgraph/core/pure'
import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.js'
import { readFaults, removePath, runCheck } from './faults.js'

const refusal = (message: string, issues: ApiError['issues'] = []) => new ApiError(message, { status: 400, issues })

describe('faultsOf', () => {
  it('should report each issue at its path', () => {
    const issue = { code: 'invalidMapping', path: 'fieldMappings.text', message: 'needs a path' }
    expect(readFaults(refusal('Invalid field mappings', [issue]))).toEqual([issue])
  })

  it('should read the path that a message begins with', () => {
    const [fault] = readFaults(refusal('filters.clauses[1].op must be one of =, !='))
    expect(fault?.path).toBe('filters.clauses[1].op')
    expect(fault && removePath(fault)).toBe('must be one of =, !=')
  })

  it('should read a path with a colon behind it', () => {
    const [fault] = readFaults(refusal('webhookId: there is no webhook gone'))
    expect(fault?.path).toBe('webhookId')
    expect(fault && removePath(fault)).toBe('there is no webhook gone')
  })

  it('should report every field that a webhook lacks', () => {
    const faults = readFaults(refusal('Invalid field mappings: Missing required alert columns: text, severity'))
    expect(faults.map(({ path }) => path)).toEqual(['fieldMappings.text', 'fieldMappings.severity'])
  })

  it('should report nothing for an error that is not a refusal', () => {
    expect(readFaults(null)).toEqual([])
    expect(readFaults(new Error('authSecret is required'))).toEqual([])
  })
})

describe('checked', () => {
  it('should report all faults that core finds', () => {
    const read = () => ALERT_POLICY.readNew({ order: 'ten', actions: [] })
    expect(runCheck(read).faults.map(({ path }) => path)).toEqual(expect.arrayContaining(['name', 'order', 'actions']))
  })

  it('should throw an error that is no refusal', () => {
    const fail = () => {
      throw new TypeError('broken')
    }
    expect(() => runCheck(fail)).toThrow('broken')
  })
})
