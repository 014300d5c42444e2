import { ORIENTATIONS } from '@opsgraph/core/pure'
import { expect, it } from 'vitest'
import { drawSvg } from '../src/draw-svg.js'
import { crowd, topologyOf } from './graph.js'

it.each(ORIENTATIONS)('should draw 5,000 nodes and 20,000 edges (%s)', (orientation) => {
  const topology = topologyOf(crowd(4_998, 3))
  expect(drawSvg(topology, { orientation }).match(/<title>/g)?.length).toBeGreaterThan(5_000)
})
