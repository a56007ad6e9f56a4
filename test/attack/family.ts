import type { WireResponse } from './wire.ts'

/** One kind of attack: how often it was tried, and how often it got anywhere. */
export interface Family {
  name: string
  attempts: number
  /** What was done and what came of it. */
  successes: string[]
}

export interface FamilyReport extends Family {
  /** Notes one try of the attacker; `fault` says how it succeeded, null that it did not. */
  tried(what: string, fault: string | null): void
  /** One try whose response must have one of these status codes. 0: the connection was closed. */
  refused(what: string, response: WireResponse, statuses: readonly number[]): void
}

export function newFamily(name: string): FamilyReport {
  const family: FamilyReport = {
    name,
    attempts: 0,
    successes: [],
    tried(what, fault) {
      family.attempts += 1
      if (fault !== null) family.successes.push(`${what}: ${fault}`)
    },
    refused(what, response, statuses) {
      const { status, body } = response
      family.tried(what, statuses.includes(status) ? null : `status ${status} ${body.slice(0, 100)}`)
    },
  }
  return family
}
