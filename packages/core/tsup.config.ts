import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/store.ts', 'src/pure.ts', 'src/platform-node.ts', 'src/platform-browser.ts'],
  format: ['esm', 'cjs'],
  // Resolved by whoever loads the package: Node and bundlers for browsers take different files.
  external: ['#platform'],
  clean: true,
})
