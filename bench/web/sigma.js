import Graph from 'graphology'
import Sigma from 'sigma'
import { COLORS } from './colors.js'
import { run } from './frames.js'

run(async (element, { nodes, edges }) => {
  const graph = new Graph({ multi: true, type: 'directed' })
  for (const { id, label, x, y, severity } of nodes) {
    graph.addNode(id, { label, x, y: -y, size: 4, color: COLORS[severity] })
  }
  for (const { id, source, target } of edges)
    graph.addDirectedEdgeWithKey(id, source, target, { size: 1, color: '#818b98' })
  const sigma = new Sigma(graph, element, { hideEdgesOnMove: false, labelRenderedSizeThreshold: 6 })
  const camera = sigma.getCamera()
  const drawn = new Promise((resolve) => sigma.once('afterRender', () => resolve(undefined)))
  sigma.refresh()
  await drawn
  return {
    pan: (x, y) => {
      const from = sigma.viewportToFramedGraph({ x: 0, y: 0 })
      const to = sigma.viewportToFramedGraph({ x, y })
      const { x: cx, y: cy } = camera.getState()
      camera.setState({ x: cx - (to.x - from.x), y: cy - (to.y - from.y) })
    },
    zoom: (factor) => void camera.setState({ ratio: camera.getState().ratio / factor }),
  }
})
