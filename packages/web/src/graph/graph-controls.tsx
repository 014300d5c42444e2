import { IconButton } from '../ui/button.js'
import styles from './graph-controls.module.css'

interface GraphControlsProps {
  readonly onZoomIn: () => void
  readonly onZoomOut: () => void
  readonly onFit: () => void
}

export function GraphControls({ onZoomIn, onZoomOut, onFit }: GraphControlsProps) {
  return (
    <div className={styles.controls}>
      <IconButton icon="plus" label="Zoom in" onClick={onZoomIn} />
      <IconButton icon="minus" label="Zoom out" onClick={onZoomOut} />
      <IconButton icon="fit" label="Show all" onClick={onFit} />
    </div>
  )
}
