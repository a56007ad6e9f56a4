import * as z from 'zod/mini'
import { type ScreenName, screenNames } from '#shared/routes.ts'

/** The files of the built front end, as the server's documents name them. All are URLs such as `/assets/main-a1b2.js`. */
export interface WebManifest {
  /** The application: a module script. */
  entryScript: string
  /** Sets the theme before the first drawing: a classic script in the head, without `async` or `defer`. */
  themeScript: string
  styles: string[]
  /** Modules of each screen beyond the entry itself, for `<link rel="modulepreload">`. */
  preloads: Record<ScreenName, string[]>
}

const chunkSchema = z.object({
  file: z.string(),
  imports: z.optional(z.array(z.string())),
  css: z.optional(z.array(z.string())),
})
const manifestSchema = z.record(z.string(), chunkSchema)
type Chunks = Map<string, z.infer<typeof chunkSchema>>

const ENTRY = 'src/web/main.tsx'
const THEME = 'src/web/theme.ts'

/**
 * Reads `dist/web/.vite/manifest.json`. Throws an Error with a sentence when it is not the manifest of this front end, and when
 * the theme script could not run as a classic script because it imports another file.
 */
export function readWebManifest(manifestJson: string): WebManifest {
  const chunks: Chunks = new Map(Object.entries(manifestSchema.parse(JSON.parse(manifestJson))))
  const entry = chunks.get(ENTRY)
  const theme = chunks.get(THEME)
  if (!entry || !theme)
    throw new Error(`The manifest of the front end names no ${entry ? THEME : ENTRY}; build it again.`)
  if (theme.imports && theme.imports.length > 0)
    throw new Error(`The theme script must stand alone, but imports ${theme.imports.join(', ')}.`)
  const loadedByEntry = closure(chunks, [ENTRY])
  const preloads = screenNames.map(screen => [screen, preloadsOf(chunks, screen, loadedByEntry)] as const)
  return {
    entryScript: urlOf(entry.file),
    themeScript: urlOf(theme.file),
    styles: [...new Set([...loadedByEntry].flatMap(key => chunks.get(key)?.css ?? []))].map(urlOf),
    // One row per screen name, by construction.
    preloads: Object.fromEntries(preloads) as Record<ScreenName, string[]>,
  }
}

function preloadsOf(chunks: Chunks, screen: ScreenName, loadedByEntry: ReadonlySet<string>): string[] {
  const own = `src/web/screens/${screen}/${screen}-screen.tsx`
  const keys = closure(chunks, [ENTRY, own])
  const beyondEntry = [...keys].filter(key => key !== ENTRY)
  // Those of the entry first: everything waits for them.
  beyondEntry.sort((one, other) => Number(loadedByEntry.has(other)) - Number(loadedByEntry.has(one)))
  return beyondEntry.flatMap(key => chunks.get(key)?.file ?? []).map(urlOf)
}

/** The chunks that these import, directly or through others, themselves included. */
function closure(chunks: Chunks, keys: readonly string[]): Set<string> {
  const found = new Set<string>()
  const waiting = [...keys]
  for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) {
    if (found.has(key)) continue
    found.add(key)
    waiting.push(...(chunks.get(key)?.imports ?? []))
  }
  return found
}

function urlOf(file: string): string {
  return `/${file}`
}
