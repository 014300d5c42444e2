import { describe, expect, it } from 'vitest'
import { runWithoutPauses, WorkMeter } from '../work-meter.js'
import { compileWindowFilter } from './compiled-window.js'
import { type FilterBelow, ResourcesBelow } from './resources-below.js'

const ENVIRONMENT = 'Production'
const CHILDREN = 1_000

describe('ResourcesBelow', () => {
  it('should ask each resource once, however many alerts are above it', () => {
    const asked = askedBelow('~', '^no such')
    const spent = (alerts: number) => {
      const meter = new WorkMeter()
      const below = walked(['top', 'other top'])
      for (let at = 0; at < alerts; at++) {
        expect(runWithoutPauses(below.nearest(alertOf(at % 2 ? 'top' : 'other top'), asked, meter))).toBeUndefined()
      }
      return meter.spent
    }
    expect(spent(1)).toBeGreaterThan(CHILDREN)
    expect(spent(100)).toBe(spent(1))
  })

  it('should ask only the resources that the filter names, if it names them', () => {
    const meter = new WorkMeter()
    expect(runWithoutPauses(walked(['top']).nearest(alertOf('top'), askedBelow('=', 'child 7'), meter))).toBe('child 7')
    expect(meter.spent).toBeLessThan(100)
  })
})

// Helpers

function askedBelow(op: '~' | '=', value: string): FilterBelow {
  const { below } = compileWindowFilter({
    filters: { operator: 'AND', clauses: [{ key: 'resource', op, value }] },
    hurtDepth: 1,
  })
  return below as FilterBelow
}

function alertOf(resource: string) {
  return { environment: ENVIRONMENT, resource }
}

/** All resources have the same {@link CHILDREN} children. */
function walked(resources: readonly string[]): ResourcesBelow {
  const children = Array.from({ length: CHILDREN }, (_, at) => `child ${at}`)
  const walks = ResourcesBelow.startWalks(resources.map(alertOf), 1, [])
  for (const walk of walks.values()) walk.advance(new Map(resources.map((name) => [name, children])))
  return new ResourcesBelow(walks)
}
