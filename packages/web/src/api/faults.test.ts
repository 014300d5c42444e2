import { describe, expect, it } from 'vitest'
import { ApiError } from './api-error.js'
import { faultAt, faultsOf } from './faults.js'

const refusal = (message: string, issues: ApiError['issues'] = []) => new ApiError(message, { status: 400, issues })

describe('faultsOf', () => {
  it('should report each issue at its path', () => {
    const issue = { code: 'invalidMapping', path: 'fieldMappings.text', message: 'needs a path' }
    expect(faultAt(faultsOf(refusal('Invalid field mappings', [issue])), 'fieldMappings.text')).toBe('needs a path')
  })

  it('should read the path that a message begins with', () => {
    const faults = faultsOf(refusal('filters.clauses[1].op must be one of =, !='))
    expect(faultAt(faults, 'filters.clauses[1].op')).toContain('must be one of')
    expect(faultAt(faults, 'filters')).toBeUndefined()
  })

  it('should read a path with a colon behind it', () => {
    expect(faultAt(faultsOf(refusal('webhookId: there is no webhook gone')), 'webhookId')).toContain('no webhook')
  })

  it('should report every field that a webhook lacks', () => {
    const faults = faultsOf(refusal('Invalid field mappings: Missing required alert columns: text, severity'))
    expect(faults.map(({ path }) => path)).toEqual(['fieldMappings.text', 'fieldMappings.severity'])
  })

  it('should report nothing for an error that is not a refusal', () => {
    expect(faultsOf(null)).toEqual([])
    expect(faultsOf(new Error('authSecret is required'))).toEqual([])
  })
})
