import type { Region } from './model.ts'

/** Where on a page something stands, for a person: "in the …". */
export const regionLabels: Record<Region, string> = {
  main: 'main content',
  nav: 'navigation',
  header: 'header',
  footer: 'footer',
  aside: 'sidebar',
  body: 'body',
  head: 'head',
}
