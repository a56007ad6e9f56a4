import type { IssueResponse } from '#shared/api/issues.ts'
import type { Hop } from '#shared/model.ts'

/** One address of a redirect, with what came of asking it. */
export interface RedirectStep {
  /** '' when the answer named no address that could be read. */
  url: string
  answer: StepResponse
}

export type StepResponse =
  | { kind: 'hop'; status: number; elapsedMs: number }
  /** A page that sends its visitors on by itself. */
  | { kind: 'refresh' }
  /** Where it ends, as far as it was followed. */
  | { kind: 'target' }
  | { kind: 'loop' }
  | { kind: 'no-end' }
  /** null: without an answer. */
  | { kind: 'error'; status: number | null }

type RedirectIssue = Pick<IssueResponse, 'checkId' | 'type' | 'url' | 'details'>

/** The way of a redirect from the linked address to its end, in the order in which it was followed. */
export function redirectSteps(issue: RedirectIssue): RedirectStep[] {
  const hops = hopsOf(issue)
  const last = hops.at(-1)
  if (!last) return withoutHops(issue)
  const steps = hops.map(
    ({ url, status, elapsedMs }): RedirectStep => ({ url, answer: { kind: 'hop', status, elapsedMs } }),
  )
  return [...steps, { url: last.location, answer: endOf(issue, hops) }]
}

function hopsOf({ details }: RedirectIssue): Hop[] {
  return details.evidence.flatMap(proof => (proof.kind === 'hops' ? proof.hops : []))
}

function withoutHops({ type, url, details }: RedirectIssue): RedirectStep[] {
  const { targetUrl, statusCode } = details
  if (type === 'broken_redirect')
    return [{ url: targetUrl ?? url, answer: { kind: 'error', status: statusCode ?? null } }]
  if (targetUrl === undefined) return []
  return [
    { url, answer: { kind: 'refresh' } },
    { url: targetUrl, answer: { kind: 'target' } },
  ]
}

function endOf({ checkId, type, details }: RedirectIssue, hops: readonly Hop[]): StepResponse {
  if (type === 'broken_redirect') return { kind: 'error', status: details.statusCode ?? null }
  const target = hops.at(-1)?.location
  if (checkId === 'redirect-loop' || hops.some(hop => hop.url === target)) return { kind: 'loop' }
  // A chain that ends names the address to link to instead.
  const hasEnd = checkId !== 'redirect-chain' || details.evidence.some(proof => proof.kind === 'url')
  return { kind: hasEnd ? 'target' : 'no-end' }
}

/** Redirect and refresh steps, the end not counted: what the words "2 hops" mean. */
export function hopCount(steps: readonly RedirectStep[]): number {
  return steps.filter(({ answer }) => answer.kind === 'hop' || answer.kind === 'refresh').length
}
