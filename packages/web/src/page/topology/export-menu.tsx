import { Menu } from '@base-ui/react/menu'
import type { Orientation } from '@opsgraph/core'
import { type AlertCounts, drawSvg } from '@opsgraph/draw'
import { useMutation } from '@tanstack/react-query'
import type { Topology } from '../../api/schemas.js'
import { exportTopology } from '../../api/topologies.js'
import { Button } from '../../ui/button.js'
import { Dialog } from '../../ui/dialog.js'
import { Failure } from '../../ui/message.js'
import { saveFile } from '../../ui/save-file.js'
import styles from './export-menu.module.css'

interface ExportMenuProps {
  readonly topology: Topology
  readonly orientation: Orientation
  /** The alert counts. If they are unknown, the value is `undefined`, and the exported picture shows no alerts. */
  readonly alerts: AlertCounts | undefined
}

/**
 * A menu that exports the topology, either as a file that can be imported, or as a picture with the alerts and the
 * orientation that the page shows.
 */
export function ExportMenu({ topology, orientation, alerts }: ExportMenuProps) {
  const svg = () => drawSvg(topology, { orientation, alerts })
  const saving = useMutation({ mutationFn: (save: () => Promise<void>) => save() })
  const saveDocument = async () => {
    const { name, text } = await exportTopology(topology.id)
    saveFile(name, new Blob([text], { type: 'application/json' }))
  }
  const saveSvg = async () => saveFile(`${buildFileName(topology)}.svg`, new Blob([svg()], { type: 'image/svg+xml' }))
  const savePng = async () => saveFile(`${buildFileName(topology)}.png`, await renderPng(svg()))
  const choices = [
    { label: 'Topology file (JSON)', save: saveDocument },
    { label: 'Picture (SVG)', save: saveSvg },
    { label: 'Picture (PNG)', save: savePng },
  ]
  return (
    <>
      <Menu.Root>
        <Menu.Trigger
          render={
            <Button icon="download" isBusy={saving.isPending}>
              Export
            </Button>
          }
        />
        <Menu.Portal>
          <Menu.Positioner className={styles.positioner} sideOffset={4} align="end">
            <Menu.Popup className={styles.menu}>
              {choices.map(({ label, save }) => (
                <Menu.Item key={label} className={styles.item} onClick={() => saving.mutate(save)}>
                  {label}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
      <Dialog title="Not exported" isOpen={saving.error !== null} onClose={() => saving.reset()}>
        {saving.error && <Failure error={saving.error} />}
      </Dialog>
    </>
  )
}

function buildFileName({ service }: Topology): string {
  return `topology-${service.replace(/[^A-Za-z0-9._-]/g, '_')}`
}

/**
 * The maximum factor by which a PNG picture is larger than its SVG picture. A picture that is twice as large is sharp
 * on high-density screens.
 */
const MAX_SCALE = 2
/** The maximum length of a side of the picture in pixels, because browsers refuse larger canvases. */
const MAX_SIDE = 8_192

/**
 * Converts an SVG picture to a PNG picture. A large picture gets a lower resolution, because browsers limit the size of
 * a canvas.
 *
 * @throws Error if the browser cannot draw the picture
 */
async function renderPng(svg: string): Promise<Blob> {
  const image = new Image()
  image.src = `data:image/svg+xml;charset=utf-8,${encodeURIComponent(svg)}`
  await image.decode()
  const scale = Math.min(MAX_SCALE, MAX_SIDE / image.naturalWidth, MAX_SIDE / image.naturalHeight)
  const canvas = document.createElement('canvas')
  canvas.width = Math.max(1, Math.round(image.naturalWidth * scale))
  canvas.height = Math.max(1, Math.round(image.naturalHeight * scale))
  canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'))
  if (blob === null) throw new Error('the browser cannot make a picture of this size: export it as SVG')
  return blob
}
