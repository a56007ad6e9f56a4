import { mayHaveBrowser } from '#browser/find-browser.ts'
import type { Settings } from './config.ts'

/** Why no crawl can have the scripts of its pages run, for a person; null when it can. */
export function renderingObstacle({ allowRendering }: Pick<Settings, 'allowRendering'>): string | null {
  if (!allowRendering) return 'The operator of this server does not allow the scripts of pages to be run.'
  return mayHaveBrowser() ? null : 'The scripts of pages cannot be run: there is no Chromium on this machine.'
}
