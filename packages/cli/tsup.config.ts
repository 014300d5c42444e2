import { readFileSync } from 'node:fs'
import { defineConfig } from 'tsup'

const { version } = JSON.parse(readFileSync('package.json', 'utf8'))

export default defineConfig({
  entry: ['src/opsgraph.ts'],
  format: 'esm',
  clean: true,
  define: { OPSGRAPH_VERSION: JSON.stringify(version) },
})
