import type { Attention } from '@opsgraph/core/pure'
import type { AlertCounts } from './alert-counts.js'
import type { DrawnTopology, PictureOptions } from './drawn-topology.js'
import { visibleLabel, visibleText } from './visible-text.js'

/** Formats the summary line of a picture: the service, the size of the topology and its alerts. */
export function summaryLine({ service, nodes }: DrawnTopology, { alerts, leftOut }: PictureOptions): string {
  const of = (kind: string) => nodes.filter((node) => node.kind === kind).length
  return [
    `service ${visibleLabel(service)}`,
    counted(of('environment'), 'environment'),
    counted(of('resource'), 'resource'),
    ...(alerts === undefined ? [] : alertNumbers(alerts)),
    ...(leftOut === undefined ? [] : [leftOutText(leftOut)]),
  ].join(' · ')
}

/** Describes the picture in words, for screen readers. */
export function describePicture(topology: DrawnTopology, options: PictureOptions): string {
  const { nodes } = topology
  const environments = nodes.filter(({ kind }) => kind === 'environment').map(({ label }) => visibleLabel(label))
  return [
    `The topology ${visibleText(topology.name)}: ${summaryLine(topology, options).replaceAll(' · ', ', ')}.`,
    ...(environments.length === 0 ? [] : [`Environments: ${environments.join(', ')}.`]),
  ].join(' ')
}

function alertNumbers({ byNode, unassigned }: AlertCounts): readonly string[] {
  const counts = unassigned === undefined ? [...byNode.values()] : [...byNode.values(), unassigned]
  const sumOf = (attention: Attention) => counts.reduce((sum, count) => sum + count[attention], 0)
  const others = (['acknowledged', 'silenced'] as const).map((attention) => ({ attention, count: sumOf(attention) }))
  return [
    counted(sumOf('open'), 'open alert'),
    ...others.flatMap(({ attention, count }) => (count === 0 ? [] : [`${count} ${attention}`])),
    ...(unassigned === undefined
      ? []
      : [`${unassigned.open + unassigned.acknowledged + unassigned.silenced} on no node`]),
  ]
}

/** Formats the number of omitted nodes, for example `3 nodes left out`. */
export function leftOutText(count: number): string {
  return `${counted(count, 'node')} left out`
}

function counted(count: number, noun: string): string {
  return `${count} ${count === 1 ? noun : `${noun}s`}`
}
