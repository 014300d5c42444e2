import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

/** The address of the server whose API `npm run dev` uses. */
const API = process.env.OPSGRAPH_URL ?? 'http://127.0.0.1:8080'

export default defineConfig({
  plugins: [react()],
  // The base path is relative, so that a proxy may serve the console below any path.
  base: './',
  resolve: { conditions: ['@opsgraph/source', 'module', 'browser', 'development|production'] },
  worker: { format: 'es' },
  build: {
    target: 'baseline-widely-available',
    // Do not inline files as `data:` URLs in style sheets: such URLs would need a weaker Content-Security-Policy, and
    // browsers could not cache them separately.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': API, '/openapi.json': API } },
})
