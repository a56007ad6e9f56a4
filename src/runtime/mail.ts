import { createTransport } from 'nodemailer'
import * as z from 'zod/mini'
import { createGate } from '#accounts/gate.ts'
import type { SendMail } from '#monitoring/mail.ts'
import { SettingError } from '#settings/setting.ts'
import { describeError } from '#shared/errors.ts'
import type { Log } from './operator-log.ts'

const TIMEOUT_MS = 20_000
/** Mail servers refuse clients with many connections. */
const MAILS_AT_ONCE = 3
const MAX_WAITING_MAILS = 100

/** Sends mails by the server of the settings; null without one. @throws SettingError for a URL that is none of a mail server. */
export function openMail(
  { smtpUrl, mailFrom }: { smtpUrl: string | null; mailFrom: string },
  log: Log,
): SendMail | null {
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
  const inTurn = createGate({ atOnce: MAILS_AT_ONCE, maxWaiting: MAX_WAITING_MAILS })
  return async ({ to, subject, text, html, headers }) => {
    const mail = { from: mailFrom, to, subject, text, html, headers: { ...headers } }
    try {
      const sent = await inTurn(() => transport.sendMail(mail))
      return sent.response
    } catch (cause) {
      throw new Error(reasonFor(cause, log), { cause })
    }
  }
}

const refusalSchema = z.object({ code: z.enum(['EENVELOPE', 'EMESSAGE']), response: z.string() })

/** For the user: what the server says of the recipient or the mail, and nothing of where it is or how it is used. */
function reasonFor(error: unknown, log: Log): string {
  const refusal = refusalSchema.safeParse(error)
  if (refusal.success) return `The mail server refused the mail: ${refusal.data.response}`
  log('a mail was not sent', { cause: describeError(error) })
  return 'The mail server does not take mails at the moment.'
}
