import { configDefaults, defineConfig } from 'vitest/config'

/**
 * Tests that share a process with those of other files, which saves the time to start one and to load the packages; they
 * leave nothing behind. The two that are left out replace a module, or the environment of their process.
 */
const TOGETHER = [
  'packages/{core,cli,http,web}/src/**/!(suggest-nodes-limit|serve-traces).test.ts',
  'packages/{http,store-memory}/test/*.test.ts',
  'packages/store-postgres/test/contract-*.test.ts',
  'test/http-on-three-stores/*.test.ts',
]
const ALL = ['packages/*/{src,test}/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts']

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
      { extends: true, test: { name: 'together', isolate: false, include: TOGETHER } },
      { extends: true, test: { name: 'apart', include: ALL, exclude: [...configDefaults.exclude, ...TOGETHER] } },
    ],
  },
})
