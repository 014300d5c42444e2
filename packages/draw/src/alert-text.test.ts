import { expect, it } from 'vitest'
import type { AlertCount } from './alert-counts.js'
import { alertSentence, countText, inheritedSentence, inheritedText } from './alert-text.js'

const NONE = { open: 0, openWorst: 0, rolledUp: 0, acknowledged: 0, silenced: 0 }

it.each<[AlertCount, text: string, sentence: string]>([
  [{ ...NONE, worst: 'major', open: 1, openWorst: 1 }, '1', '1 open alert, 1 major'],
  [{ ...NONE, worst: 'critical', open: 12, openWorst: 1 }, '1 +11', '12 open alerts, 1 critical'],
  [
    { worst: 'critical', open: 3, openWorst: 3, rolledUp: 2, acknowledged: 1, silenced: 4 },
    '3 ↑2 ✓5',
    '3 open alerts, 3 critical, 2 rolled up from resources that are not drawn, 1 acknowledged, 4 silenced',
  ],
  [{ ...NONE, worst: 'major', acknowledged: 2 }, '✓2', 'no open alerts, 2 acknowledged, the worst major'],
])('should give the severity of a badge the number of alerts that have it: %j', (count, text, sentence) => {
  expect(countText(count)).toBe(text)
  expect(alertSentence(count)).toBe(sentence)
})

it('should give an inherited severity an arrow from below, and words for its source', () => {
  const labelOf = (id: string) => `label of ${id}`
  const open = { severity: 'critical', from: 'disk', isOpen: true } as const
  expect(inheritedText(open)).toBe('↓ critical')
  expect(inheritedSentence(open, labelOf)).toBe('inherits critical from label of disk')
  const attended = { severity: 'major', from: null, isOpen: false } as const
  expect(inheritedText(attended)).toBe('↓ major ✓')
  expect(inheritedSentence(attended, labelOf)).toBe('inherits major (acknowledged) from alerts that are on no node')
})
