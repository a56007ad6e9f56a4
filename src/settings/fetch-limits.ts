import { availableParallelism } from 'node:os'
import type { FetchLimits, TargetPolicy } from '#fetch/fetch.ts'
import { LARGE_BODY_BYTES } from '#fetch/large-body-lanes.ts'
import { MEBIBYTE } from '#shared/constants.ts'
import type { Settings } from './config.ts'
import { outboundOf } from './outbound.ts'

/**
 * Threads that fetch and read pages. One core is left to the engine's thread, which works half as much for a page as a page worker does;
 * a further page worker would only take its time, and compile the same code once more.
 */
export function pageWorkerCount(settings: Pick<Settings, 'pageWorkers'>): number {
  return settings.pageWorkers || Math.max(1, availableParallelism() - 1)
}

/** What is left of a page worker's share of the memory once each of its connections holds a body that is not large. */
function largeBodiesAtOnce(settings: Settings, connectionsPerHost: number): number {
  const share = (settings.maxHeldBodyMegabytes * MEBIBYTE) / pageWorkerCount(settings)
  return Math.max(1, Math.floor((share - connectionsPerHost * LARGE_BODY_BYTES) / settings.maxBodyBytes))
}

/** What one fetch may take, from the settings. */
export function fetchLimits(settings: Settings): FetchLimits {
  const connectionsPerHost = Math.max(settings.requestsPerHost, settings.requestsPerLoopbackHost)
  return {
    userAgent: settings.userAgent,
    connectTimeoutMs: settings.connectTimeoutMs,
    firstByteTimeoutMs: settings.firstByteTimeoutMs,
    totalTimeoutMs: settings.totalTimeoutMs,
    maxBodyBytes: settings.maxBodyBytes,
    probeBodyBytes: settings.probeBodyBytes,
    maxHeaderBytes: settings.maxHeaderBytes,
    connectionsPerHost,
    largeBodiesAtOnce: largeBodiesAtOnce(settings, connectionsPerHost),
  }
}

const LOOPBACK_HOSTS = new Set(['localhost', '127.0.0.1', '::1', '[::1]'])

/** Whether strangers can reach this server: it listens beyond loopback, or a proxy shows it. */
export function isPublicServer(chosen: Pick<Settings, 'host' | 'publicUrl'>): boolean {
  return chosen.publicUrl !== null || !LOOPBACK_HOSTS.has(chosen.host)
}

/** `targets` with auto decided, and how requests leave this machine. @throws SettingError */
export function targetPolicy(chosen: Settings): TargetPolicy {
  const targets = chosen.targets === 'auto' ? (isPublicServer(chosen) ? 'public' : 'any') : chosen.targets
  return { targets, allow: chosen.allowTargets, outbound: outboundOf(chosen) }
}
