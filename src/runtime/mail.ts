import { createTransport } from 'nodemailer'
import type { SendMail } from '#monitoring/mail.ts'
import { SettingError } from '#settings/setting.ts'

const TIMEOUT_MS = 20_000

/** Sends mails by the server of the settings; null without one. @throws SettingError for a URL that is none of a mail server. */
export function openMail({ smtpUrl, mailFrom }: { smtpUrl: string | null; mailFrom: string }): SendMail | null {
  if (smtpUrl === null) return null
  const url = URL.parse(smtpUrl)
  if (!url || !/^smtps?:$/.test(url.protocol))
    throw new SettingError('SITESOUNDER_SMTP_URL must be a URL such as smtps://name:password@mail.example.com:465.')
  const isSecure = url.protocol === 'smtps:'
  const transport = createTransport({
    host: url.hostname,
    port: Number(url.port) || (isSecure ? 465 : 587),
    secure: isSecure,
    // Where the server offers no TLS, a password would be readable on the way.
    requireTLS: !isSecure && url.username !== '',
    ...(url.username !== '' && {
      auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    }),
    connectionTimeout: TIMEOUT_MS,
    greetingTimeout: TIMEOUT_MS,
    socketTimeout: TIMEOUT_MS,
    disableFileAccess: true,
    disableUrlAccess: true,
  })
  return async ({ to, subject, text, html, headers }) => {
    const sent = await transport.sendMail({ from: mailFrom, to, subject, text, html, headers: { ...headers } })
    return sent.response
  }
}
