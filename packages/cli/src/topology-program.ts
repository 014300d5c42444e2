import type { Command } from 'commander'
import type { Ports } from './ports.js'

/** Adds `opsgraph topology`. */
export function addTopology(program: Command, _ports: Ports): void {
  program.command('topology').description('work on files of topologies')
}
