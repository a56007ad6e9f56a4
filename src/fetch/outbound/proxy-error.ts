/** A proxy did not connect to a target. The message is a sentence for a person, without secrets. */
export class ProxyError extends Error {
  readonly code: 'PROXY_FAILED' | 'PROXY_TARGET'

  /** `isOfTarget`: the proxy works, and cannot reach the target. */
  constructor(message: string, { isOfTarget = false, cause }: { isOfTarget?: boolean; cause?: unknown } = {}) {
    super(message, { cause })
    this.name = 'ProxyError'
    this.code = isOfTarget ? 'PROXY_TARGET' : 'PROXY_FAILED'
  }
}
