import * as z from 'zod/mini'
import { recheckEndpoints } from '#shared/api/rechecks.ts'
import { websiteSettingsEndpoints } from '#shared/api/website-settings.ts'
import { AppError } from '#shared/errors.ts'
import { MAX_MUTE_PATTERN_LENGTH, MAX_MUTE_REASON_LENGTH } from '#shared/issue-settings.ts'
import { dataReply } from '../reply.ts'
import { type Tool, tool } from '../tool.ts'
import { checkId, issueId, waitSeconds, websiteId } from './inputs.ts'

const POLL_MS = 500
const WAIT_SECONDS = 45

const checkAgain = tool({
  name: 'check_again',
  title: 'Check a finding again',
  description:
    'Requests the pages of one finding again and checks them by the same rule. A finding that is fixed is closed: it leaves the report. Serve the changed ' +
    'site before you call it. Results: fixed, stays, changed (it can no longer be identified) or cannot-tell.',
  input: z.strictObject({ websiteId, issueId, waitSeconds: waitSeconds(WAIT_SECONDS) }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: true },
  async run({ websiteId: id, issueId, waitSeconds }, { api, nonce, signal, pause, progress }) {
    const { body: requested } = await api.call(recheckEndpoints.checkAgain, { id, body: { issueId } })
    for (let polls = 0; ; polls++) {
      const { body } = await api.call(recheckEndpoints.issueChecks, { id, query: { issue: issueId } })
      const now = body.checks.find(check => check.id === requested.id)
      if (!now) throw new AppError('not-found', 'The finding is no longer in the report.')
      const isOver = now.state === 'done' || now.state === 'failed'
      if (isOver || signal.aborted || polls * POLL_MS >= waitSeconds * 1_000)
        return dataReply(`Finding ${issueId}: ${now.result ?? now.state}.`, now, nonce)
      await progress(polls, (waitSeconds * 1_000) / POLL_MS, now.state)
      await pause(POLL_MS)
    }
  },
})

const mute = tool({
  name: 'mute',
  title: 'Mute findings',
  description:
    'Takes findings out of the report and the health score, in this crawl and all later ones: those of a check, those listed under a URL pattern, or both. The reason is shown ' +
    'wherever muted findings are listed. Only for what its owner has decided not to fix; unmute brings them back.',
  input: z.strictObject({
    websiteId,
    check: z.exactOptional(checkId),
    urlPattern: z.exactOptional(
      z
        .string()
        .check(
          z.maxLength(MAX_MUTE_PATTERN_LENGTH),
          z.describe('URL with * for any characters; one that begins with / is of the website.'),
        ),
    ),
    reason: z.string().check(z.minLength(1), z.maxLength(MAX_MUTE_REASON_LENGTH)),
  }),
  annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: false },
  async run({ websiteId: id, check, urlPattern, reason }, { api, nonce }) {
    if (check === undefined && urlPattern === undefined)
      throw new AppError('bad-request', 'Name the check, a URL pattern, or both.')
    const { body } = await api.call(websiteSettingsEndpoints.addMute, {
      id,
      body: { checkId: check ?? null, pattern: urlPattern ?? null, reason },
    })
    return dataReply(`Muted. The id of the mute is ${body.muteId}.`, { mutes: body.settings.mutes }, nonce)
  },
})

const unmute = tool({
  name: 'unmute',
  title: 'Remove a mute',
  description: 'Brings the findings of a mute back into the report.',
  input: z.strictObject({ websiteId, muteId: z.int().check(z.minimum(1), z.describe('Id that mute returned.')) }),
  annotations: { readOnlyHint: false, destructiveHint: false, idempotentHint: true, openWorldHint: false },
  async run({ websiteId: id, muteId }, { api, nonce }) {
    const { body } = await api.call(websiteSettingsEndpoints.removeMute, { id, body: { muteId } })
    return dataReply('The mute is removed.', { mutes: body.mutes }, nonce)
  },
})

export const decisionTools: readonly Tool[] = [checkAgain, mute, unmute]
