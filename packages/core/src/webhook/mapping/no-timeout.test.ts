import { describe, expect, it } from 'vitest'
import { readAlert } from '../../alert/read-alert.js'
import type { JsonObject } from '../../json-value.js'
import { applyMapping } from './apply-mapping.js'
import { draftAlerts } from './draft-alerts.js'
import { explainPayload } from './explain-payload.js'
import { readMapping } from './read-mapping.js'

const ALERT = { resource: 'web-1', event: 'Down', environment: 'Production', severity: 'major' }

describe('the timeout of an alert of a webhook', () => {
  it.each<[string, JsonObject, JsonObject, number]>([
    ['0 if it is neither mapped nor defaulted', {}, {}, 0],
    ['0 if its path is missing', { timeout: 'ttl' }, {}, 0],
    ['0 if null stands at its path', { timeout: 'none' }, {}, 0],
    ['the mapped value', { timeout: 'seconds' }, { timeout: 5 }, 60],
    ['the number in a text of digits', { timeout: 'text' }, {}, 300],
    ['the number in a default value that is a text of digits', {}, { timeout: ' 45 ' }, 45],
    ['a fixed value', { timeout: 30 }, {}, 30],
    ['the default value', {}, { timeout: 86_400 }, 86_400],
    ['the default value if its path is missing', { timeout: 'ttl' }, { timeout: 5 }, 5],
  ])('should be %s', (_, fieldMappings, defaultValues, timeout) => {
    const read = readMapping({ fieldMappings, defaultValues: { ...ALERT, ...defaultValues }, arrayPath: '' })
    if ('issues' in read) throw new Error(read.issues[0]?.message)
    const payload = { seconds: 60, none: null, text: '300' }
    const mapped = applyMapping(read.mapping, payload)
    const { drafts } = draftAlerts('message' in mapped ? [] : mapped)
    expect(drafts.map(({ draft }) => draft.timeout)).toEqual([timeout])
    expect(explainPayload(read.mapping, payload).alerts[0]?.alert?.timeout).toBe(timeout)
  })

  it('should differ from the timeout of an alert that is posted', () => {
    expect(readAlert(ALERT).timeout).toBe(86_400)
  })
})
