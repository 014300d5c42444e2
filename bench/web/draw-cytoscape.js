import cytoscape from 'cytoscape'
import { COLORS, SIZE } from './colors.js'

/** @param {HTMLElement} element @param {import('./frames.js').Drawn} graph @param {object} options */
export async function drawCytoscape(element, graph, options) {
  const cy = cytoscape({
    container: element,
    elements: {
      nodes: graph.nodes.map(({ id, label, x, y, severity }) => ({
        data: { id, label, color: COLORS[severity] },
        position: { x, y },
      })),
      edges: graph.edges.map(({ id, source, target }) => ({ data: { id, source, target } })),
    },
    style: [
      {
        selector: 'node',
        style: {
          shape: 'round-rectangle',
          width: SIZE.width,
          height: SIZE.height,
          label: 'data(label)',
          'background-color': '#fff',
          'border-width': 3,
          'border-color': 'data(color)',
          'font-size': 15,
          'text-valign': 'center',
          'text-wrap': 'ellipsis',
          'text-max-width': '160px',
          'min-zoomed-font-size': 6,
        },
      },
      { selector: 'edge', style: { width: 1.6, 'line-color': '#818b98', 'curve-style': 'haystack' } },
    ],
    layout: { name: 'preset' },
    ...options,
  })
  const middle = { x: element.clientWidth / 2, y: element.clientHeight / 2 }
  // Waits two frames, because the WebGL renderer does not fire the event with which cytoscape reports a drawn frame.
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
  return {
    pan: (/** @type {number} */ x, /** @type {number} */ y) => void cy.panBy({ x, y }),
    zoom: (/** @type {number} */ factor) => void cy.zoom({ level: cy.zoom() * factor, renderedPosition: middle }),
  }
}
