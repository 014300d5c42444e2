/**
 * Measures a drawing library: draws a graph into an element, then moves the view.
 *
 * @typedef {{ id: string, label: string, kind: string, x: number, y: number, severity: string }} DrawnNode
 * @typedef {{ id: string, source: string, target: string }} DrawnEdge
 * @typedef {{ nodes: DrawnNode[], edges: DrawnEdge[] }} Drawn
 * @typedef {{ pan(dx: number, dy: number): void, zoom(factor: number): void }} View
 * @typedef {(element: HTMLElement, graph: Drawn) => View | Promise<View>} Candidate
 */

/** The number of frames that are measured for each movement. */
const FRAMES = 40

/** @param {Candidate} candidate */
export async function measure(candidate) {
  const graph = await (await fetch('graph.json')).json()
  const element = document.getElementById('graph')
  if (element === null) throw new Error('the page has no place for the graph')
  const view = await candidate(element, graph)
  await nextFrame()
  await nextFrame()
  const opened = performance.now()
  const pan = await record((frame) => view.pan(frame % 60 < 30 ? 9 : -9, frame % 40 < 20 ? 5 : -5))
  const zoom = await record((frame) => view.zoom(frame % 60 < 30 ? 1.05 : 1 / 1.05))
  for (let step = 0; step < 40; step++) view.zoom(1.06)
  await nextFrame()
  const near = await record((frame) => view.pan(frame % 60 < 30 ? 9 : -9, frame % 40 < 20 ? 5 : -5))
  return { opened, pan, zoom, near }
}

/** @param {(frame: number) => void} move @returns {Promise<number[]>} the duration of each frame, in milliseconds */
async function record(move) {
  const durations = []
  let last = await nextFrame()
  for (let frame = 0; frame < FRAMES; frame++) {
    move(frame)
    const now = await nextFrame()
    durations.push(now - last)
    last = now
  }
  return durations
}

/** @returns {Promise<number>} */
function nextFrame() {
  return new Promise((resolve) => requestAnimationFrame(resolve))
}

/** @param {Candidate} candidate */
export function run(candidate) {
  measure(candidate).then((frames) => {
    Object.assign(window, { movements: frames })
    document.body.dataset.state = 'measured'
  })
}
