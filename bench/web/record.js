/** In every page before its own scripts: how long frames stand, and what was loaded, for the bench to ask. */
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
    /** Milliseconds from the start of the page to its first content, and bytes of scripts as they were sent. */
    firstPage() {
      const scripts = performance.getEntriesByType('resource').filter(({ name }) => name.endsWith('.js'))
      return {
        paint: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
        bytes: scripts.reduce((sum, script) => sum + Reflect.get(script, 'encodedBodySize'), 0),
      }
    },
  },
})
