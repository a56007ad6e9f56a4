import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { licencesPlugin } from './scripts/licences-plugin.ts'

const ENTRY_FILES = /src[\\/]web[\\/](?:main|theme)\.ts/
const SCREEN_FILES = /-screen-[^/]+\.js$/

/**
 * Few chunks: over HTTP/1.1 each one beyond the sixth waits a round trip, which costs a phone more than some unused bytes. `base` is what
 * the entry imports, `icons` what the landing page shares with other screens, `lists` the tables of issues, which only their screens
 * load, `conditions` the columns of the pages list and their filters, `common` what else at least five screens share. What is in `common`
 * must not import `lists` or `conditions`: each screen would load them.
 * Everything else belongs to the chunk of its screen.
 */
const chunkGroups = [
  { name: 'base', tags: ['$initial' as const], test: (id: string) => !ENTRY_FILES.test(id), priority: 3 },
  {
    name: 'icons',
    test: /lucide-react|components[\\/](?:skeleton|select)\.|shared[\\/](?:custom-fields|text-searches)\./,
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 2,
  },
  {
    name: 'lists',
    test: /src[\\/]web[\\/]issues[\\/](?:issue-(?:filters|list|report|rows|table)|paged-issues)/,
    minShareCount: 5,
    includeDependenciesRecursively: false,
    priority: 1.5,
  },
  {
    name: 'conditions',
    test: /src[\\/]shared[\\/](?:page-conditions|page-columns|segments)\./,
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 1.5,
  },
  {
    name: 'common',
    // Dialogs are loaded when one is opened, and with them the library below them.
    test: /src[\\/](?:web[\\/](?!components[\\/]dialog\.)|shared)/,
    minShareCount: 5,
    includeDependenciesRecursively: false,
    priority: 1,
  },
]

/** Properties of an endpoint's row that only the server and the description of the API read; forms import the schemas of their fields. */
const SERVER_PROPERTIES = new Set([
  'tag',
  'summary',
  'description',
  'query',
  'body',
  'alsoFails',
  'exampleBody',
  'headers',
  'mediaTypes',
])

interface SyntaxNode {
  type: string
  start: number
  end: number
  properties?: (SyntaxNode & { key?: { name?: string } })[]
  callee?: { property?: { name?: string } }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value && 'end' in value
}

/** Below a node of the syntax tree: properties of rows, which are objects with an access and a path, and descriptions in schemas. */
function serverNodes(node: SyntaxNode): SyntaxNode[] {
  if (node.type === 'CallExpression' && node.callee?.property?.name === 'describe') return [node]
  const properties = node.type === 'ObjectExpression' ? (node.properties ?? []) : []
  const names = new Set(properties.map(property => property.key?.name))
  if (names.has('access') && names.has('path'))
    return properties.filter(property => SERVER_PROPERTIES.has(property.key?.name ?? ''))
  return Object.values(node).flat().filter(isNode).flatMap(serverNodes)
}

const IMPORT = /^import \{([^}]*)\} from (?:'[^']*'|"[^"]*");?\n/gm

/** A module that is imported belongs to the first load, even where nothing of it is used. */
function withoutUnusedImports(code: string): string {
  const rest = code.replace(IMPORT, '')
  const isUsed = (name: string) => new RegExp(`\\b${name}\\b`).test(rest)
  return code.replace(IMPORT, (declaration, names: string) =>
    names.match(/\w+(?=\s*(?:,|$))/g)?.some(isUsed) ? declaration : '',
  )
}

/** The browser calls endpoints and reads responses, and shows no text about them: what only the server reads stays out of the bundle. */
function withoutServerTexts(): Plugin {
  return {
    name: 'shared-without-server-texts',
    transform: {
      filter: { id: /src[\\/]shared[\\/](?:api[\\/]|crawl-options\.)/ },
      handler(code) {
        let text = code
        for (const { start, end } of serverNodes(this.parse(code)).sort((a, b) => b.start - a.start)) {
          const comma = /^\s*,/.exec(text.slice(end))?.[0].length ?? 0
          text = text.slice(0, start) + text.slice(end + comma)
        }
        return { code: withoutUnusedImports(text), map: null }
      },
    },
  }
}

/**
 * Builds the front end to dist/web: hashed files under assets/ and a manifest, from which the server writes its documents. No HTML
 * comes from here, and nothing inline: the Content-Security-Policy allows scripts of our own origin only.
 */
export default defineConfig({
  root: import.meta.dirname,
  publicDir: 'src/web/public',
  // Beside the manifest, which no browser may read.
  plugins: [react(), tailwindcss(), withoutServerTexts(), licencesPlugin('.vite/licences.txt')],
  // React's production build, whatever NODE_ENV the build happens to run under.
  mode: 'production',
  define: { 'process.env.NODE_ENV': JSON.stringify('production') },
  build: {
    outDir: 'dist/web',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    assetsInlineLimit: 0,
    modulePreload: {
      polyfill: false,
      // The document preloads what its screen imports, and no other screen is loaded in it.
      resolveDependencies: (file, dependencies) => (SCREEN_FILES.test(file) ? [] : dependencies),
    },
    reportCompressedSize: false,
    rolldownOptions: {
      input: { main: 'src/web/main.tsx', theme: 'src/web/theme.ts' },
      output: { codeSplitting: { groups: chunkGroups } },
      // The theme script is a classic one and cannot import: the constant that it shares with the application is written into it.
      optimization: { inlineConst: { mode: 'all' } },
    },
  },
})
