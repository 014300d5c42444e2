import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { conditions: ['@opsgraph/source'] },
  ssr: { resolve: { conditions: ['@opsgraph/source'] } },
  test: {
    include: ['packages/*/{src,test}/**/*.test.ts', 'examples/**/*.test.ts', 'test/**/*.test.ts'],
    setupFiles: './packages/http/test/check-every-answer.ts',
    reporters: ['default', './scripts/summary-reporter.mjs'],
    testTimeout: 30_000,
    hookTimeout: 120_000,
    maxWorkers: 2,
  },
})
