/**
 * Pictures of topologies as SVG, DOT and Mermaid, and the scene (what is where in a picture), which other renderers can
 * use. Contains only pure functions and needs no Node.js modules.
 */
export type { AlertCount, AlertCounts, Inheritance } from './alert-counts.js'
export { countAlerts } from './alert-counts.js'
export { ATTENDED, alertSentence, countText, inheritedSentence, inheritedText } from './alert-text.js'
export type { Area } from './area.js'
export { drawDot } from './draw-dot.js'
export { drawMermaid } from './draw-mermaid.js'
export { drawSvg } from './draw-svg.js'
export type { DrawnTopology, PictureOptions } from './drawn-topology.js'
export type { Curve } from './edge-curve.js'
export { failingPaths } from './failing-paths.js'
export type { Point, Rect } from './geometry.js'
export { glyphOf } from './glyph.js'
export { readAssignedAlerts } from './read-assigned-alerts.js'
export type { Scene } from './scene.js'
export { sceneOf } from './scene.js'
export { SEVERITY_COLORS } from './severity-colors.js'
export { textWidth, truncateToWidth } from './text-width.js'
export { visibleLabel, visibleText } from './visible-text.js'
export { wrapLabel } from './wrap-label.js'
