import { temporaryFolderVariables } from '#browser/browser-environment.ts'
import { type Browser, browserFlags } from '#browser/find-browser.ts'
import { shortTemporaryFolder } from '#browser/private-folder.ts'
import { sandboxFlags } from '#browser/sandbox.ts'
import { testSandbox } from './settings.ts'

/** Flags of a browser that a test starts itself. */
export const testBrowserFlags: string[] = [...browserFlags, ...sandboxFlags(testSandbox)]

/** Environment of a browser that a test starts itself: all of the test's own, and temporary files where their paths are short enough. */
export function testBrowserEnvironment(found: Browser): Record<string, string> {
  const own = Object.entries(process.env).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]))
  return { ...Object.fromEntries(own), ...found.env, ...temporaryFolderVariables(shortTemporaryFolder()) }
}
