import type { PageSpeed } from '#shared/page-speed.ts'

export interface PageSpeedPlan {
  groups: readonly { name: string; exampleUrl: string; pages: number; templates: number }[]
  /** In the order of measuring; `group` is a position in `groups`. */
  chosen: readonly { url: string; group: number }[]
}

export type MeasuredPageSpeed = { url: string } & ({ ok: true; pageSpeed: PageSpeed } | { ok: false; message: string })
