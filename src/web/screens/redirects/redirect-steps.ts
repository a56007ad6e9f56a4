import type { IssueResponse } from '#shared/api/issues.ts'
import type { Hop } from '#shared/model.ts'

/** One URL of a redirect with its response. */
export interface RedirectStep {
  /** '' when the response has no valid target URL. */
  url: string
  response: StepResponse
}

export type StepResponse =
  | { kind: 'hop'; status: number; elapsedMs: number }
  /** A meta refresh. */
  | { kind: 'refresh' }
  /** The end, as far as the redirect was followed. */
  | { kind: 'target' }
  | { kind: 'loop' }
  | { kind: 'no-end' }
  /** null: no response. */
  | { kind: 'error'; status: number | null }

type RedirectIssue = Pick<IssueResponse, 'checkId' | 'url' | 'details'>

/** The steps of a redirect from the linked URL to its end. */
export function redirectSteps(issue: RedirectIssue): RedirectStep[] {
  const hops = hopsOf(issue)
  const last = hops.at(-1)
  if (!last) return withoutHops(issue)
  const steps = hops.map(
    ({ url, status, elapsedMs }): RedirectStep => ({ url, response: { kind: 'hop', status, elapsedMs } }),
  )
  return [...steps, { url: last.location, response: endOf(issue, hops) }]
}

function hopsOf({ details }: RedirectIssue): Hop[] {
  return details.evidence.flatMap(proof => (proof.kind === 'hops' ? proof.hops : []))
}

function withoutHops({ checkId, url, details }: RedirectIssue): RedirectStep[] {
  const { targetUrl, statusCode } = details
  if (checkId === 'redirect-to-error')
    return [{ url: targetUrl ?? url, response: { kind: 'error', status: statusCode ?? null } }]
  if (targetUrl === undefined) return []
  return [
    { url, response: { kind: 'refresh' } },
    { url: targetUrl, response: { kind: 'target' } },
  ]
}

function endOf({ checkId, details }: RedirectIssue, hops: readonly Hop[]): StepResponse {
  if (checkId === 'redirect-to-error') return { kind: 'error', status: details.statusCode ?? null }
  const target = hops.at(-1)?.location
  if (checkId === 'redirect-loop' || hops.some(hop => hop.url === target)) return { kind: 'loop' }
  // A chain with an end names the URL to link to instead.
  const hasEnd = checkId !== 'redirect-chain' || details.evidence.some(proof => proof.kind === 'url')
  return { kind: hasEnd ? 'target' : 'no-end' }
}

/** The number of redirect and refresh steps, without the end. */
export function hopCount(steps: readonly RedirectStep[]): number {
  return steps.filter(({ response }) => response.kind === 'hop' || response.kind === 'refresh').length
}
