import { expect, it } from 'vitest'
import { valueAt } from './value-at.js'

it('should find values by names that contain dots, and no inherited properties', () => {
  const alert = { text: 'no', attributes: { 'app.team': 'shop', app: { stage: 2 } } }
  expect(valueAt(alert, 'text')).toBe('no')
  expect(valueAt(alert, 'attributes.app.team')).toBe('shop')
  expect(valueAt(alert, 'attributes.app.stage')).toBe(2)
  expect(valueAt(alert, 'attributes.toString')).toBeUndefined()
})
