import { configDefaults, defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'
import { PROPERTY_FACTOR } from './test/run-length.js'

/**
 * Tests that share a process with those of other files, which saves the time to start one and to load the packages; they
 * leave nothing behind. The two that are left out replace a module, or the environment of their process.
 */
const TOGETHER = [
  'packages/{core,cli,draw,http,web}/src/**/!(suggest-nodes-limit|serve-traces).test.ts',
  'packages/{cli,http,store-memory,web}/test/*.test.ts',
  'packages/store-postgres/{src,test}/*.test.ts',
  'test/http-on-three-stores/*.test.ts',
]
const ALL = ['packages/*/{src,test}/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts']

/** Few lines that call long suites: vitest starts large files first, so that these would end a run, on one processor. */
const LONGEST = /\/test\/(?:contract-pglite|contract-server|use-cases)\.test\.ts$/

class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isShorter = ({ moduleId }: TestSpecification) => Number(!LONGEST.test(moduleId))
    const sorted = await super.sort(files)
    // Within a project: processes are shared only by files that follow each other.
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
    // Loading fast-check for each file takes time, and it changes nothing in other runs.
    ...(PROPERTY_FACTOR === 1 ? [] : ['./test/run-length.ts']),
  ],
  testTimeout: 60_000 * PROPERTY_FACTOR,
  hookTimeout: 120_000,
  // What is waited for comes when the machine has time for it; as it is, a second is all that anybody waits.
  expect: { poll: { timeout: 10_000 } },
  // One more than the processors of a small machine: tests wait for servers, browsers and other processes.
  maxWorkers: 3,
  restoreMocks: true,
}

export default defineConfig({
  ...SOURCES,
  test: {
    // Here alone: what projects inherit is set up for each of them.
    globalSetup: './test/once-a-run/global-setup.ts',
    sequence: { sequencer: LongestFirst },
    reporters: ['default', './scripts/summary-reporter.mjs'],
    maxWorkers: EVERY_TEST.maxWorkers,
    projects: [
      { ...SOURCES, test: { ...EVERY_TEST, name: 'together', isolate: false, include: TOGETHER } },
      {
        ...SOURCES,
        test: { ...EVERY_TEST, name: 'apart', include: ALL, exclude: [...configDefaults.exclude, ...TOGETHER] },
      },
    ],
  },
})
