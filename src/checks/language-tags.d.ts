/** The package ships no types; only what is used of it is declared. */
declare module 'language-tags' {
  /** Registered types of a subtag: 'language', 'extlang', 'script', 'region', 'variant'; empty when unknown. */
  export function types(subtag: string): string[]
  /** `type()` is 'grandfathered' or 'redundant' for whole tags of the registry, 'tag' otherwise. */
  export function tags(tag: string): { type(): string }
}
