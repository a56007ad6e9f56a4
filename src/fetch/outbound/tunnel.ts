import type { Socket } from 'node:net'
import type { Target } from '../address-guard.ts'
import { NO_CONNECTION, openHttpTunnel, ProxyError, type TunnelOptions } from './http-proxy.ts'
import { openSocksTunnel } from './socks5.ts'

/**
 * A connection to a target through a proxy, open and without any listener. The target is what the proxy is given: an address where it has
 * to be a checked one.
 *
 * @throws ProxyError, also after `timeoutMs`.
 */
export async function openTunnel(
  target: Target,
  { timeoutMs, ...options }: Omit<TunnelOptions, 'signal'> & { timeoutMs: number },
): Promise<Socket> {
  const control = new AbortController()
  const timer = setTimeout(() => control.abort(), timeoutMs)
  try {
    const open = options.proxy.protocol === 'socks5' ? openSocksTunnel : openHttpTunnel
    return await open(target, { ...options, signal: control.signal })
  } catch (error) {
    throw error instanceof ProxyError ? error : new ProxyError(NO_CONNECTION, { cause: error })
  } finally {
    clearTimeout(timer)
  }
}
