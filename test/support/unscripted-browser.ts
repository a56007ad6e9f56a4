import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findBrowser } from '#browser/find-browser.ts'
import { testBrowserEnvironment, testBrowserFlags } from './browser-environment.ts'

/**
 * Opens a URL in a Chromium that nothing is connected to, until it is disposed of: one that is driven from outside does not
 * prerender (PrerenderingDisabledByDevTools). What it does is seen by what it requests.
 */
export async function openUndriven(url: string): Promise<AsyncDisposable> {
  const found = await findBrowser()
  const profile = mkdtempSync(path.join(tmpdir(), 'sitesounder-browser-'))
  // With a port for a driver, it stays open when the page has been loaded.
  const flags = [...testBrowserFlags, '--headless', '--remote-debugging-port=0', `--user-data-dir=${profile}`]
  const child = spawn(found.path, [...flags, url], { env: testBrowserEnvironment(found), stdio: 'ignore' })
  const closed = new Promise(resolve => child.once('close', resolve))
  return {
    async [Symbol.asyncDispose]() {
      child.kill('SIGKILL')
      await closed
      await rm(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}
