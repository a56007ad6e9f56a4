import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig } from 'vite'

const ENTRY_FILES = /src[\\/]web[\\/](?:main|theme)\.ts/

/**
 * Few chunks: over HTTP/1.1 each one beyond the sixth waits a round trip, which costs a phone more than some unused bytes. `base` is what
 * the entry imports, `icons` what the landing page shares with other screens, `common` what at least five screens share. Everything
 * else belongs to the chunk of its screen.
 */
const chunkGroups = [
  { name: 'base', tags: ['$initial' as const], test: (id: string) => !ENTRY_FILES.test(id), priority: 3 },
  {
    name: 'icons',
    test: /lucide-react|components[\\/](?:skeleton|select)\./,
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  {
    name: 'common',
    test: /src[\\/](?:web|shared)/,
    minShareCount: 5,
    includeDependenciesRecursively: false,
    priority: 1,
  },
]

/**
 * Builds the front end to dist/web: hashed files under assets/ and a manifest, from which the server writes its documents. No HTML
 * comes from here, and nothing inline: the Content-Security-Policy allows scripts of our own origin only.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'src/web/public',
  plugins: [react(), tailwindcss()],
  // React's production build, whatever NODE_ENV the build happens to run under.
  mode: 'production',
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'src/web/main.tsx', theme: 'src/web/theme.ts' },
      output: { codeSplitting: { groups: chunkGroups } },
      // The theme script is a classic one and cannot import: the constant that it shares with the application is written into it.
      optimization: { inlineConst: { mode: 'all' } },
    },
  },
})
