import { AppError } from '#shared/errors.ts'

/**
 * The sandbox of Chromium keeps a page that breaks its renderer from the files and the network of this machine. Chromium gives it to no
 * page when root starts it, and needs user namespaces for any other user.
 */

/** `off` opens pages without it, where the operator says so. */
export type SandboxRule = 'required' | 'off'

const SETTING = 'SITESOUNDER_CHROMIUM_SANDBOX=off'
const AS_ROOT = `Chromium has no sandbox when root starts it, so that no page is rendered, measured or printed: run this program as another user, or set ${SETTING} to go without.`
const WITHOUT_NAMESPACES = `Chromium has no sandbox on this machine: allow user namespaces to the user of this program, or set ${SETTING} to go without.`
/** How the message begins with which Chromium ends. */
const NO_SANDBOX = /No usable sandbox|Failed to move to new namespace/

/** Why no browser may be started, as a sentence; null when one may. */
export function sandboxObstacle(rule: SandboxRule, userId = process.getuid?.()): string | null {
  return rule === 'required' && userId === 0 ? AS_ROOT : null
}

/** @throws AppError unavailable with what `sandboxObstacle` says. */
export function requireSandbox(rule: SandboxRule): void {
  const obstacle = sandboxObstacle(rule)
  if (obstacle !== null) throw new AppError('unavailable', obstacle)
}

/** The flags that go with a rule. */
export function sandboxFlags(rule: SandboxRule): readonly string[] {
  return rule === 'off' ? ['--no-sandbox'] : []
}

/** The last words of a browser, or in their place the reason and the fix when it ended for want of a sandbox. */
export function withSandboxFix(words: string): string {
  return NO_SANDBOX.test(words) ? WITHOUT_NAMESPACES : words
}
