import type { DrawnTopology, PictureOptions } from './drawn-topology.js'
import { visibleLabel, visibleText } from './visible-text.js'

/** The line below the name of a topology: whose it is, how large, how many alerts. */
export function summary({ service, nodes }: DrawnTopology, { alerts }: PictureOptions): string {
  const of = (kind: string) => nodes.filter((node) => node.kind === kind).length
  return [
    `service ${visibleLabel(service)}`,
    counted(of('environment'), 'environment'),
    counted(of('resource'), 'resource'),
    ...(alerts === undefined ? [] : [counted(alertCount(alerts.byNode.values(), alerts.unassigned), 'alert')]),
    ...(alerts === undefined || alerts.unassigned === 0 ? [] : [`${alerts.unassigned} of them on no node`]),
  ].join(' · ')
}

/** The picture in words, for those who do not see it. */
export function describe(topology: DrawnTopology, options: PictureOptions): string {
  const { nodes } = topology
  const environments = nodes.filter(({ kind }) => kind === 'environment').map(({ label }) => visibleLabel(label))
  return [
    `The topology ${visibleText(topology.name)}: ${summary(topology, options).replaceAll(' · ', ', ')}.`,
    ...(environments.length === 0 ? [] : [`Environments: ${environments.join(', ')}.`]),
  ].join(' ')
}

function alertCount(counts: Iterable<{ readonly count: number }>, unassigned: number): number {
  return [...counts].reduce((sum, { count }) => sum + count, unassigned)
}

function counted(count: number, one: string): string {
  return `${count} ${count === 1 ? one : `${one}s`}`
}
