/** Views that a person has named: kept in the browser, for all websites. */
import * as z from 'zod/mini'
import { type BrowserStorage, browserStorage } from '../../state/browser-storage.ts'

const KEY = 'page-views'
const MAX_SAVED_VIEWS = 20
export const MAX_VIEW_NAME = 60
const MAX_QUERY = 8_000

const savedViewSchema = z.object({
  name: z.string().check(z.minLength(1), z.maxLength(MAX_VIEW_NAME)),
  /** As `viewText` writes it. */
  query: z.string().check(z.maxLength(MAX_QUERY)),
})
const savedViewsSchema = z.array(savedViewSchema).check(z.maxLength(MAX_SAVED_VIEWS))

export type SavedView = z.infer<typeof savedViewSchema>

export function readSavedViews(storage: BrowserStorage): SavedView[] {
  const text = storage.read(KEY)
  if (text === null) return []
  try {
    return savedViewsSchema.parse(JSON.parse(text))
  } catch (cause) {
    console.warn('the saved views could not be read', cause)
    return []
  }
}

/** A view of the same name is replaced; of too many, the first is forgotten. */
export function withView(views: readonly SavedView[], view: SavedView): SavedView[] {
  return [...views.filter(({ name }) => name !== view.name), view].slice(-MAX_SAVED_VIEWS)
}

export function writeSavedViews(storage: BrowserStorage, views: readonly SavedView[]): boolean {
  return storage.write(KEY, JSON.stringify(views))
}

export const ofBrowser = browserStorage(() => localStorage)
