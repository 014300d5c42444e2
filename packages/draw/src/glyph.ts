import type { Node } from '@opsgraph/core'

/** Line drawings of 20 x 20 pixels, as the `d` attribute of an SVG path. */
const GLYPH_PATHS = {
  service: 'M10 1.5a8.5 8.5 0 1 0 0 17a8.5 8.5 0 1 0 0-17M1.5 10h17M10 1.5c5 5 5 12 0 17M10 1.5c-5 5-5 12 0 17',
  environment: 'M10 2l8 4.5l-8 4.5l-8-4.5ZM2 10l8 4.5l8-4.5M2 13.7l8 4.5l8-4.5',
  server:
    'M3.5 2.5h13a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1M3.5 11.5h13a1 1 0 0 1 1 1v4a1 1 0 0 1-1 1h-13a1 1 0 0 1-1-1v-4a1 1 0 0 1 1-1M5.8 5.5h.1M5.8 14.5h.1M9.5 5.5h5M9.5 14.5h5',
  database: 'M3 4.5c0-4 14-4 14 0v11c0 4-14 4-14 0ZM3 4.5c0 4 14 4 14 0M3 10c0 4 14 4 14 0',
  container: 'M10 1.8l7.5 4.1v8.2l-7.5 4.1l-7.5-4.1v-8.2ZM2.5 5.9l7.5 4.2l7.5-4.2M10 10.1v8.1',
  disk: 'M4 1.8h12a1.5 1.5 0 0 1 1.5 1.5v13.4a1.5 1.5 0 0 1-1.5 1.5h-12a1.5 1.5 0 0 1-1.5-1.5v-13.4a1.5 1.5 0 0 1 1.5-1.5M10 4.5a4.2 4.2 0 1 0 0 8.4a4.2 4.2 0 1 0 0-8.4M10 8.7h.1M6 15.5h3',
  network: 'M7.5 2h5v4.5h-5ZM2 13.5h5v4.5h-5ZM13 13.5h5v4.5h-5ZM10 6.5v3.5M4.5 13.5v-3.5h11v3.5',
  cloud: 'M5.5 16.5a4 4 0 0 1-.5-8a5.2 5.2 0 0 1 10-.6a4.3 4.3 0 0 1 .3 8.6Z',
  queue: 'M1.8 5.5h4v9h-4ZM8 5.5h4v9h-4ZM14.2 5.5h4v9h-4Z',
} as const
type Glyph = keyof typeof GLYPH_PATHS

/** The words that select each glyph. They are searched for in the icon and the type of a resource node. */
const GLYPH_WORDS: Readonly<Partial<Record<Glyph, readonly string[]>>> = {
  database: [
    'database',
    'db',
    'sql',
    'postgres',
    'postgresql',
    'mysql',
    'mariadb',
    'oracle',
    'mongodb',
    'cassandra',
    'cache',
    'redis',
  ],
  container: [
    'container',
    'docker',
    'pod',
    'deployment',
    'kubernetes',
    'k8s',
    'box',
    'cube',
    'package',
    'application',
    'app',
  ],
  disk: ['disk', 'hdd', 'ssd', 'volume', 'storage', 'san', 'nas', 'filesystem', 'lun', 'bucket'],
  network: [
    'network',
    'switch',
    'router',
    'firewall',
    'loadbalancer',
    'balancer',
    'gateway',
    'lan',
    'vlan',
    'sitemap',
    'proxy',
  ],
  cloud: ['cloud', 'aws', 'azure', 'gcp', 'saas'],
  queue: ['queue', 'broker', 'kafka', 'rabbitmq', 'messaging', 'topic', 'stream'],
}
const GLYPH_BY_WORD = new Map(
  Object.entries(GLYPH_WORDS).flatMap(([glyph, words]) => words.map((word) => [word, glyph as Glyph] as const)),
)

/**
 * Returns the glyph of a node. For a resource node, the first word of `GLYPH_WORDS` in its icon decides; otherwise the
 * first one in its type; otherwise the glyph is `server`. Every other node has the glyph of its kind.
 */
export function glyphOf({ kind, icon, params }: Pick<Node, 'kind' | 'icon' | 'params'>): string {
  if (kind !== 'resource') return GLYPH_PATHS[kind]
  const words = [icon, params.type].flatMap((text) => (typeof text === 'string' ? wordsOf(text) : []))
  const known = words.map((word) => GLYPH_BY_WORD.get(word)).find((glyph) => glyph !== undefined)
  return GLYPH_PATHS[known ?? 'server']
}

function wordsOf(text: string): readonly string[] {
  return (
    text
      .slice(0, 100)
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? []
  )
}
