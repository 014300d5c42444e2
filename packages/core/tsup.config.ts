import { defineConfig } from 'tsup'

export default defineConfig({
  entry: ['src/index.ts', 'src/store.ts', 'src/pure.ts', 'src/platform-node.ts', 'src/platform-browser.ts'],
  format: ['esm', 'cjs'],
  // Node and bundlers for browsers resolve `#platform` to different files when they load the package. The build
  // therefore leaves this import as it is.
  external: ['#platform'],
  clean: true,
})
