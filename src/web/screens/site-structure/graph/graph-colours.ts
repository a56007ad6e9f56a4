/** Colours of the graph: tokens of the theme, since a canvas knows no classes. */
export interface GraphColours {
  ok: string
  redirect: string
  error: string
  surface: string
  line: string
  link: string
  ink: string
  accent: string
}

const tokens: Record<keyof GraphColours, string> = {
  ok: '--chart-blue',
  redirect: '--chart-amber',
  error: '--chart-red',
  surface: '--surface',
  line: '--line-strong',
  link: '--chart-purple',
  ink: '--ink',
  accent: '--accent',
}

export function readColours(element: Element): GraphColours {
  const style = getComputedStyle(element)
  const read = (name: keyof GraphColours) => style.getPropertyValue(tokens[name]).trim()
  return {
    ok: read('ok'),
    redirect: read('redirect'),
    error: read('error'),
    surface: read('surface'),
    line: read('line'),
    link: read('link'),
    ink: read('ink'),
    accent: read('accent'),
  }
}
