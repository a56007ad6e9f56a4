import type { Settings } from './config.ts'

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Whether strangers can reach this server: it listens beyond loopback, or a proxy shows it. */
export function isPublicServer(chosen: Pick<Settings, 'host' | 'publicUrl'>): boolean {
  return chosen.publicUrl !== null || !LOOPBACK_HOSTS.has(chosen.host)
}

/** `targets` with auto decided. */
export function targetPolicy(chosen: Settings): { targets: 'public' | 'any'; allow: readonly string[] } {
  const targets = chosen.targets === 'auto' ? (isPublicServer(chosen) ? 'public' : 'any') : chosen.targets
  return { targets, allow: chosen.allowTargets }
}
