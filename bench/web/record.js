/**
 * This script runs in every page before the scripts of the page. It records the durations of frames, and the loaded
 * scripts.
 */
let last = 0
let request = 0
/** @type {number[]} */
let frames = []

/** @param {number} time */
function tick(time) {
  if (last > 0) frames.push(time - last)
  last = time
  request = requestAnimationFrame(tick)
}

Object.assign(window, {
  recorder: {
    start() {
      frames = []
      last = 0
      request = requestAnimationFrame(tick)
    },
    stop() {
      cancelAnimationFrame(request)
      return frames
    },
    /**
     * `paint` is the time in milliseconds until the first contentful paint. `bytes` is the size of the scripts as
     * transferred.
     */
    firstPage() {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        bytes: scripts.reduce((sum, script) => sum + Reflect.get(script, 'encodedBodySize'), 0),
      }
    },
  },
})
