import * as flows from '@xyflow/react'
import { createElement as h, memo } from 'react'
import { createRoot } from 'react-dom/client'
import '@xyflow/react/dist/base.css'
import { COLORS, SIZE } from './colors.js'
import { run } from './frames.js'

const Box = memo((/** @type {{ data: { label: string } }} */ { data }) =>
  h(
    'div',
    null,
    h(flows.Handle, { type: 'target', position: flows.Position.Top }),
    data.label,
    h(flows.Handle, { type: 'source', position: flows.Position.Bottom }),
  ),
)
const nodeTypes = { box: Box }

run(async (element, graph) => {
  const nodes = graph.nodes.map(({ id, label, x, y, severity }) => ({
    id,
    type: 'box',
    position: { x, y },
    data: { label },
    ...SIZE,
    style: { border: `3px solid ${COLORS[severity]}` },
  }))
  const edges = graph.edges.map(({ id, source, target }) => ({ id, source, target, type: 'straight' }))
  /** @type {import('@xyflow/react').ReactFlowInstance} */
  const flow = await new Promise((resolve) => {
    createRoot(element).render(
      h(flows.ReactFlow, {
        defaultNodes: /** @type {any} */ (nodes),
        defaultEdges: edges,
        nodeTypes: /** @type {any} */ (nodeTypes),
        onlyRenderVisibleElements: true,
        fitView: true,
        minZoom: 0.001,
        onInit: resolve,
      }),
    )
  })
  const move = (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ factor) => {
    const view = flow.getViewport()
    const [left, top] = [element.clientWidth / 2, element.clientHeight / 2]
    void flow.setViewport({
      x: left + (view.x - left) * factor + x,
      y: top + (view.y - top) * factor + y,
      zoom: view.zoom * factor,
    })
  }
  return { pan: (x, y) => move(x, y, 1), zoom: (factor) => move(0, 0, factor) }
})
