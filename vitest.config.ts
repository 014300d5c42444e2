import { defineConfig } from 'vitest/config'

/**
 * Tests that share a process with those of other files, which saves the time to start one and to load the packages; they
 * leave nothing behind, and replace no module.
 */
const TOGETHER = [
  'packages/{core,cli,http,web}/src/**/*.test.ts',
  'packages/{http,store-memory}/test/*.test.ts',
  'packages/store-postgres/test/contract-*.test.ts',
  'test/http-on-three-stores/*.test.ts',
]
/** They replace a module, or the environment, for as long as their process lives. */
const APART = [
  'packages/core/src/topology/suggest-nodes-limit.test.ts',
  'packages/cli/src/command/serve-traces.test.ts',
]

export default defineConfig({
  resolve: { conditions: ['@opsgraph/source'] },
  ssr: { resolve: { conditions: ['@opsgraph/source'] } },
  test: {
    setupFiles: './packages/http/test/check-every-answer.ts',
    globalSetup: './test/once-a-run/global-setup.ts',
    reporters: ['default', './scripts/summary-reporter.mjs'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
    restoreMocks: true,
    projects: [
      { extends: true, test: { name: 'together', isolate: false, include: TOGETHER, exclude: APART } },
      {
        extends: true,
        test: {
          name: 'apart',
          include: [...APART, 'packages/*/{src,test}/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts'],
          exclude: TOGETHER,
        },
      },
    ],
  },
})
