import { expect, it } from 'vitest'
import type { Alert } from './alert.js'
import { indexAlert } from './index-alert.js'

it('should read the texts of an alert only for its search text', () => {
  let reads = 0
  const alert = {
    ...{ resource: 'Web', event: 'Down', service: ['Shop'], severity: 'critical' },
    get text() {
      reads++
      return 'No Answer'
    },
  } as unknown as Alert
  const index = indexAlert(alert)
  expect([index.severityRank, reads]).toEqual([indexAlert({ severity: 'critical' } as Alert).severityRank, 0])
  expect(index.search).toContain('NO ANSWER')
})
