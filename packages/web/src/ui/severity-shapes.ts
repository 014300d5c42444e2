import type { Severity } from '@opsgraph/core'

const SHIELD = 'M8 1 14 3.2V8c0 3.4-2.6 5.9-6 7-3.4-1.1-6-3.6-6-7V3.2Z'
const CROSS = 'M5.6 4.2 4.2 5.6 6.6 8 4.2 10.4 5.6 11.8 8 9.4 10.4 11.8 11.8 10.4 9.4 8 11.8 5.6 10.4 4.2 8 6.6Z'
/** The octagon has a cross inside, because a plain octagon looks like a disk if it is small. */
const OCTAGON = `M5.1 1h5.8L15 5.1v5.8L10.9 15H5.1L1 10.9V5.1Z${CROSS}`
const TRIANGLE = 'M8 1.5 15.5 14.5H.5Z'
const TRIANGLE_DOWN = 'M8 14.5 15.5 1.5H.5Z'
const DIAMOND = 'M8 1 15 8 8 15 1 8Z'
const CIRCLE = 'M8 1.5a6.5 6.5 0 1 0 0 13 6.5 6.5 0 1 0 0-13Z'
const DISK = 'M8 3.5a4.5 4.5 0 1 0 0 9 4.5 4.5 0 1 0 0-9Z'
const RING = `${CIRCLE}M8 4.5a3.5 3.5 0 1 1 0 7 3.5 3.5 0 1 1 0-7Z`
const TICK = 'm1.6 8.9 2-2 2.9 2.9 6-6.3 1.9 1.9-7.9 8.2Z'

/**
 * The shape of each severity. The shapes let users distinguish severities without seeing colors; only less important
 * severities share a shape. Each text is the attribute `d` of a filled SVG path of 16 x 16 pixels.
 */
export const SEVERITY_SHAPES: Readonly<Record<Severity, string>> = {
  security: SHIELD,
  critical: OCTAGON,
  major: TRIANGLE,
  minor: DIAMOND,
  warning: TRIANGLE_DOWN,
  indeterminate: RING,
  informational: RING,
  normal: TICK,
  ok: TICK,
  cleared: TICK,
  debug: DISK,
  trace: DISK,
  unknown: RING,
}
