import { MAX_TEXT } from '#shared/limits.ts'

/** What a content security policy says about scripts. */
type ScriptRule = 'strict' | 'inline' | 'none' | 'unknown'

/**
 * `inline`: any script in the page runs, so that an injected one does, too. `none`: scripts are not spoken of. `unknown`: the
 * policy was cut before its end (CSP level 3, sections 6.7.3 and 8.2).
 */
export function scriptRuleOf(policy: string): ScriptRule {
  const sources =
    sourcesOf(policy, 'script-src-elem') ?? sourcesOf(policy, 'script-src') ?? sourcesOf(policy, 'default-src')
  if (sources === null) return policy.length >= MAX_TEXT ? 'unknown' : 'none'
  if (!sources.includes("'unsafe-inline'")) return 'strict'
  // Browsers that know nonces and hashes ignore 'unsafe-inline' beside them; it stands there for old ones.
  return sources.some(source => source === "'strict-dynamic'" || /^'(?:nonce-|sha(?:256|384|512)-)/.test(source))
    ? 'strict'
    : 'inline'
}

export function hasDirective(policy: string, name: string): boolean {
  return sourcesOf(policy, name) !== null
}

/** The first directive of a name counts. */
function sourcesOf(policy: string, name: string): string[] | null {
  for (const part of policy.split(/[;,]/)) {
    const [directive = '', ...sources] = part.trim().toLowerCase().split(/\s+/)
    if (directive === name) return sources
  }
  return null
}
