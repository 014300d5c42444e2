import { drawCytoscape } from './draw-cytoscape.js'
import { run } from './frames.js'

run((element, graph) => drawCytoscape(element, graph, {}))
