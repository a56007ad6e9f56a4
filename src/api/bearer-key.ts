const BEARER = /^bearer(?:\s|$)/i

/**
 * The API key that a request was sent with (RFC 6750 §2.1); null without one. In a header alone: URLs are logged and passed on,
 * and cookies are sent by browsers of their own accord. Other schemes are the business of a proxy in front of this server.
 */
export function bearerKey(headers: Headers): string | null {
  const authorization = headers.get('authorization') ?? ''
  return BEARER.test(authorization) ? authorization.slice('bearer'.length).trim() : null
}
