import type { LinkKind } from '#shared/model.ts'

/** What names a canonical: the link element and the Link header, one kind for both. */
export const canonicalKinds: readonly LinkKind[] = ['canonical']
