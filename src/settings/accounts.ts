import { secret, whole } from './setting.ts'

/** Accounts, sessions and rate limits. */
export const accountSettings = {
  adminPassword: secret({
    name: 'admin-password',
    form: 'at least 12 characters',
    sentence: 'Password of the account admin; without it one is generated at the first start and shown once.',
  }),
  userPassword: secret({
    name: 'user-password',
    form: 'at least 12 characters',
    sentence: 'Password of the account user; without it one is generated at the first start and shown once.',
  }),
  sessionIdleMinutes: whole({
    name: 'session-idle-minutes',
    fallback: 30,
    min: 1,
    max: 43_200,
    unit: 'minutes',
    sentence: 'A session ends after this time without a request.',
  }),
  sessionHours: whole({
    name: 'session-hours',
    fallback: 12,
    min: 1,
    max: 8_760,
    unit: 'hours',
    sentence: 'A session ends after this time in any case.',
  }),
  requestsPerMinute: whole({
    name: 'requests-per-minute',
    fallback: 600,
    min: 10,
    max: 1_000_000,
    unit: 'requests',
    sentence: 'Requests that one visitor may send in a minute.',
  }),
  requestsPerMinutePerAddress: whole({
    name: 'requests-per-minute-per-address',
    fallback: 3_000,
    min: 10,
    max: 1_000_000,
    unit: 'requests',
    sentence: 'Requests that all visitors of one IP address may send in a minute.',
  }),
  shareRequestsPerMinute: whole({
    name: 'share-requests-per-minute',
    fallback: 300,
    min: 10,
    max: 1_000_000,
    unit: 'requests',
    sentence:
      'Requests that one network may send to one share link in a minute; all together may send five times as many.',
  }),
  shareDays: whole({
    name: 'share-days',
    fallback: 30,
    min: 1,
    max: 3_650,
    unit: 'days',
    sentence: 'A share link ends after this time where its owner chooses none.',
  }),
  maxShareDays: whole({
    name: 'max-share-days',
    fallback: 365,
    min: 1,
    max: 3_650,
    unit: 'days',
    sentence: 'The longest time that an owner may choose for a share link.',
  }),
}
