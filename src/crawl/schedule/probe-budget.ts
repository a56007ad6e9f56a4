import { linkKinds, resourceLinkKinds, type SkipReason } from '#shared/model.ts'
import { kindsToMask } from '#shared/page-record.ts'
import type { UrlRow } from '#store/store.ts'

export interface ProbeBudgets {
  /** Files, and URLs of the site that were not visited. */
  resource: number
  /** Links to other sites, in all and to one of them. */
  external: number
  perExternalHost: number
  refuse(row: UrlRow): SkipReason | null
}

/** How many URLs are probed, at most: of each kind and of each host. */
export class ProbeBudget {
  readonly #budgets: ProbeBudgets
  readonly #hostOf: (url: string) => string
  readonly #left: Record<'resource' | 'external', number>
  readonly #perHost = new Map<string, number>()

  constructor(budgets: ProbeBudgets, hostOf: (url: string) => string) {
    this.#budgets = budgets
    this.#hostOf = hostOf
    this.#left = { resource: budgets.resource, external: budgets.external }
  }

  /** Spends one request on a URL; returns why it is not to be probed, null when it is. */
  spend(row: UrlRow): SkipReason | null {
    const budget = row.scope === 'external' && !isNamedAsFile(row) ? 'external' : 'resource'
    const host = row.scope === 'external' ? this.#hostOf(row.url) : ''
    const requested = this.#perHost.get(host) ?? 0
    const isOver = this.#left[budget] <= 0 || (host !== '' && requested >= this.#budgets.perExternalHost)
    const reason = this.#budgets.refuse(row) ?? (isOver ? 'probe-budget' : null)
    if (reason !== null) return reason
    this.#left[budget]--
    this.#perHost.set(host, requested + 1)
    return null
  }
}

const RESOURCE_KINDS = kindsToMask(resourceLinkKinds, linkKinds)

/** Named as an image, script, stylesheet or other file, on any host; links may lead there, too. */
function isNamedAsFile({ kinds }: Pick<UrlRow, 'kinds'>): boolean {
  return (kinds & RESOURCE_KINDS) !== 0
}

/** No link leads there, only references to files. */
export function isFileAlone({ kinds }: Pick<UrlRow, 'kinds'>): boolean {
  return (kinds & ~RESOURCE_KINDS) === 0
}
