import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PROPERTY_FACTOR } from './test/run-length.js'

/**
 * The tests that take most of the time: they kill servers, fill disks, use further database engines, migrate databases,
 * watch locks and tables during many writes, compare several servers under load, stop the command, run many
 * commands, documents or examples as programs, send what all presets' tools send over HTTP, ask about each field of
 * each body, draw the largest topology, or look at further pages of the console. `npm run test:all` and CI run them,
 * `npm test` does not.
 */
const THOROUGH = [
  'examples/{journal-store,otel-demo,packages}/*.test.ts',
  'packages/cli/src/command/serve-traces.test.ts',
  'packages/cli/test/{closed-output,cmdb-refusals,embedded,file-modes,gitops,import-crash,load-trees,serve-stops,snapshot}.test.ts',
  'packages/cli/test/{topology,topology-refusals,webhook,webhook-signature}.test.ts',
  'packages/draw/test/largest-graph.test.ts',
  'packages/http/test/{bodies-as-documented,large-answers,openapi-lint}.test.ts',
  'packages/store-postgres/test/{contract-pglite,early-*,embedded-*,failover,migrate,outage,rewrite-alerts}.test.ts',
  'packages/store-postgres/src/embedded/pglite-thread.test.ts',
  'packages/store-postgres/test/{silence,standby,use-cases,write-check,*-writes}.test.ts',
  // The pages of the console, except the pages that everybody sees first. The names end with a dot, because a name in
  // `!()` also excludes all longer names that begin with it.
  'packages/web/test/!(alert-numbers.|editor.|services.|session.)test.ts',
  'test/{docs-blocks,docstring-examples,presets}.test.ts',
  'test/{fault,graph-memory,invariants}/*.test.ts',
]
/**
 * Thorough tests that run in a process of their own, because they measure its memory, change what belongs to the whole
 * process, or load a compiler. All other tests share processes: this saves the time to start a process and to load the
 * packages. So they must leave the process unchanged.
 */
const APART = [
  'examples/packages/*.test.ts',
  'packages/cli/src/command/serve-traces.test.ts',
  'packages/draw/test/largest-graph.test.ts',
  'packages/http/test/large-answers.test.ts',
  'packages/store-postgres/src/embedded/pglite-thread.test.ts',
  'packages/store-postgres/test/embedded-*.test.ts',
  'test/docstring-examples.test.ts',
]
const ALL = ['packages/*/{src,test}/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts']

/**
 * Short files with long tests. By default, vitest starts large files first, so these files would run last, on one
 * processor.
 */
const LONGEST = new RegExp(
  `/(?:${[
    ...['contract', 'contract-pglite', 'contract-server', 'use-cases', 'journal-store'],
    ...['docs-blocks', 'presets', 'sources-at-once', 'sources-killed', 'subscriptions'],
  ].join('|')})\\.test\\.ts$`,
)

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShorter = ({ moduleId }: TestSpecification) => Number(!LONGEST.test(moduleId))
    const sorted = await super.sort(files)
    // Sorts within each project, because only consecutive files of the same project share a process.
    return sorted.toSorted(
      (left, right) => left.project.name.localeCompare(right.project.name) || isShorter(left) - isShorter(right),
    )
  }
}

const SOURCES = {
  resolve: { conditions: ['@opsgraph/source'] },
  ssr: { resolve: { conditions: ['@opsgraph/source'] } },
}
const EVERY_TEST = {
  setupFiles: [
    './packages/http/test/check-every-answer.ts',
    // Loaded only for long runs, because loading fast-check for each file takes time.
    ...(PROPERTY_FACTOR > 1 ? ['./test/run-length.ts'] : []),
  ],
  testTimeout: 60_000 * Math.max(1, PROPERTY_FACTOR),
  hookTimeout: 120_000,
  // Time limit in milliseconds for conditions that a test waits for. The default is one second, too short on a busy
  // machine.
  expect: { poll: { timeout: 10_000 } },
  // A small machine has two processors. A third worker uses the time in which tests wait for servers and browsers.
  maxWorkers: 3,
  restoreMocks: true,
}

export default defineConfig({
  ...SOURCES,
  test: {
    // Set here and not in `EVERY_TEST`: otherwise the setup would run once for each project.
    globalSetup: './test/once-a-run/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './scripts/summary-reporter.mjs'],
    maxWorkers: EVERY_TEST.maxWorkers,
    projects: [
      {
        ...SOURCES,
        test: { ...EVERY_TEST, name: 'together', isolate: false, include: ALL, exclude: without(THOROUGH) },
      },
      {
        ...SOURCES,
        test: { ...EVERY_TEST, name: 'thorough', isolate: false, include: THOROUGH, exclude: without(APART) },
      },
      { ...SOURCES, test: { ...EVERY_TEST, name: 'apart', include: APART } },
    ],
  },
})

function without(files: readonly string[]): string[] {
  return [...configDefaults.exclude, ...files]
}
