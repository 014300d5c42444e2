import type { Orientation } from '@opsgraph/core'
import { ORIENTATIONS } from '@opsgraph/core/pure'
import {
  type AlertCounts,
  type DrawnTopology,
  drawDot,
  drawMermaid,
  drawSvg,
  failingPaths,
  type PictureOptions,
} from '@opsgraph/draw'
import type { Command } from 'commander'
import { StartError, UsageError } from '../faults.js'
import { readPictureAlerts, readPictureTopology } from '../picture/picture-input.js'
import type { Ports } from '../ports.js'
import { requireOnePipe, STANDARD_INPUT } from '../read-input.js'
import { writeWholeFile } from '../whole-file.js'

const PICTURE_FORMATS = ['svg', 'dot', 'mmd'] as const
type PictureFormat = (typeof PICTURE_FORMATS)[number]

type DrawPicture = (topology: DrawnTopology, options: PictureOptions) => string

const DRAW_BY_FORMAT: Readonly<Record<PictureFormat, DrawPicture>> = {
  svg: drawSvg,
  dot: drawDot,
  mmd: drawMermaid,
}

interface RenderFlags {
  readonly output: string
  readonly format?: string
  readonly layout?: boolean
  readonly orientation?: string
  readonly alerts?: string
  readonly focus?: boolean
  readonly service?: string
}

/** Adds `opsgraph topology render`. */
export function addTopologyRender(topology: Command, ports: Ports): void {
  topology
    .command('render')
    .description('draw a topology as a picture, for example for a wiki page')
    .argument('<file>', 'an export, a bundle, an answer of the HTTP API, a tree; - = standard input')
    .requiredOption('-o, --output <file>', 'the file of the picture; - = standard output')
    .option('--format <format>', `one of ${PICTURE_FORMATS.join(', ')} (default: the extension of the output file)`)
    .option('--layout', 'lay out all nodes again, even if the file has positions')
    .option(
      '--orientation <orientation>',
      `one of ${ORIENTATIONS.join(', ')}; implies --layout if the file has another`,
    )
    .option('--alerts <file>', 'show alerts: the answer of GET /api/service_topology/<id>/assignments')
    .option('--focus', 'draw only the nodes that alerts hurt, and what connects them; needs --alerts')
    .option('--service <name>', 'the service of the topology in a bundle')
    .addHelpText('after', '\nExit status: 0 = drawn, 1 = a file is invalid or cannot be read, 2 = a wrong command line')
    .action(async (path: string, flags: RenderFlags) => await renderTopology(path, flags, ports))
}

/**
 * Draws the topology of a file as a picture into another file, or to stdout for `-`.
 *
 * @throws UsageError if the flags contradict each other
 * @throws StartError if a file cannot be read, is not valid, or cannot be written
 */
async function renderTopology(path: string, flags: RenderFlags, ports: Ports): Promise<void> {
  const draw = DRAW_BY_FORMAT[chooseFormat(flags)]
  const orientation = chooseOrientation(flags)
  requireOnePipe([path, flags.alerts])
  if (flags.focus && flags.alerts === undefined) throw new UsageError('--focus needs --alerts')
  const { topology, unplaced } = await readPictureTopology(path, flags.service, ports)
  const alerts = flags.alerts === undefined ? undefined : await readPictureAlerts(flags.alerts, topology, ports)
  const options = { orientation, unplaced, alerts, ...(flags.layout && { isLaidOut: true }) }
  const picture =
    flags.focus && alerts !== undefined
      ? drawFocused(draw, topology, { ...options, alerts }, ports)
      : draw(topology, options)
  if (ports.stop.aborted) throw new StartError('stopped before the end: nothing was drawn')
  if (flags.output === STANDARD_INPUT) await ports.terminal.write(picture)
  else await writeWholeFile(flags.output, async (write) => await write(picture))
}

/**
 * Draws only the service node, the nodes that alerts affect, and the edges between these nodes. The nodes get new
 * positions: with the stored positions, most of the canvas would be empty.
 */
function drawFocused(
  draw: DrawPicture,
  topology: DrawnTopology,
  options: PictureOptions & { readonly alerts: AlertCounts },
  ports: Ports,
): string {
  const { topology: part, leftOut } = failingPaths(topology, options.alerts)
  if (part.nodes.length === 1) ports.note('no node has an alert that counts: only the service node is drawn')
  return draw(part, { ...options, leftOut, isLaidOut: true })
}

/** Returns the requested format. If none is requested, returns the format that the file extension names. */
function chooseFormat({ format, output }: RenderFlags): PictureFormat {
  const ending = /\.([^./\\]+)$/.exec(output)?.[1]?.toLowerCase()
  const known = PICTURE_FORMATS.find((candidate) => candidate === (format ?? ending))
  if (known !== undefined) return known
  const formats = PICTURE_FORMATS.join(', ')
  if (format !== undefined) throw new UsageError(`--format must be one of ${formats}`)
  throw new UsageError(`the output file must end with one of ${formats}, or --format is required`)
}

function chooseOrientation({ orientation }: RenderFlags): Orientation | undefined {
  const known = ORIENTATIONS.find((candidate) => candidate === orientation)
  if (orientation === undefined || known !== undefined) return known
  throw new UsageError(`--orientation must be one of ${ORIENTATIONS.join(', ')}`)
}
