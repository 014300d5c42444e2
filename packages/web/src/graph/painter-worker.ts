/// <reference lib="webworker" />
import { sceneOf } from '@opsgraph/draw'
import type { FromPainter, PictureRequest, ToPainter } from './graph-painter.js'
import { paintGraph } from './paint-graph.js'
import { type Marks, NO_MARKS } from './painting.js'
import type { Palette } from './palette.js'
import { type GraphToDraw, type PlacedGraph, placeGraph } from './placed-graph.js'
import { computeVisibleRect } from './view.js'

/**
 * Computes the positions of nodes and edges and paints the graph. A worker does this, so that the page stays responsive
 * even if the graph is large.
 */
const scope = self as unknown as DedicatedWorkerGlobalScope

let graph: GraphToDraw | undefined
let placed: PlacedGraph | undefined
let marks: Marks = NO_MARKS
let palette: Palette | undefined

scope.onmessage = ({ data }: MessageEvent<ToPainter>) => {
  try {
    handleMessage(data)
  } catch (error) {
    postAnswer({ kind: 'failed', message: error instanceof Error ? error.message : String(error) })
  }
}

function handleMessage(message: ToPainter): void {
  switch (message.kind) {
    case 'graph':
      graph = message.graph
      placed = placeGraph(sceneOf(graph.topology, { orientation: graph.orientation }), graph.topology)
      postAnswer({ kind: 'placed', number: message.number, placed })
      break
    case 'style':
      marks = message.marks
      palette = message.palette
      break
    case 'picture':
      paintPicture(message.request)
  }
}

function paintPicture(request: PictureRequest): void {
  if (graph === undefined || placed === undefined || palette === undefined) return
  const { view, size, margin, density } = request
  const canvas = new OffscreenCanvas(
    Math.max(1, Math.ceil((size.width + 2 * margin.width) * density)),
    Math.max(1, Math.ceil((size.height + 2 * margin.height) * density)),
  )
  const pen = canvas.getContext('2d', { alpha: false })
  if (pen === null) throw new Error('this browser cannot draw in a worker')
  pen.fillStyle = palette.ground
  pen.fillRect(0, 0, canvas.width, canvas.height)
  const scale = view.scale * density
  pen.setTransform(scale, 0, 0, scale, (view.x + margin.width) * density, (view.y + margin.height) * density)
  const visible = computeVisibleRect(view, size, margin)
  paintGraph({ pen, topology: graph.topology, placed, marks, palette, visible, scale: view.scale })
  const bitmap = canvas.transferToImageBitmap()
  postAnswer({ kind: 'picture', picture: { request, bitmap } }, [bitmap])
}

function postAnswer(message: FromPainter, moved: Transferable[] = []): void {
  scope.postMessage(message, moved)
}
