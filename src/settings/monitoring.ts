import { secret, text, whole } from './setting.ts'

/** Websites that are watched over time. */
export const monitoringSettings = {
  maxSchedules: whole({
    name: 'max-schedules',
    fallback: 20,
    min: 0,
    max: 100_000,
    unit: 'schedules',
    sentence:
      'Websites that one user may have crawled on a schedule, and websites with checks between crawls; 0 allows none.',
  }),
  scheduleMinMinutes: whole({
    name: 'schedule-min-minutes',
    fallback: 60,
    min: 1,
    max: 43_200,
    unit: 'minutes',
    sentence: 'The shortest time between two crawls of a schedule.',
  }),
  scheduleSpreadMinutes: whole({
    name: 'schedule-spread-minutes',
    fallback: 30,
    min: 0,
    max: 720,
    unit: 'minutes',
    sentence:
      'Scheduled crawls begin up to so much later than their schedule says, each website at its own minute, so that not all begin at once.',
  }),
  lightCheckMinMinutes: whole({
    name: 'light-check-min-minutes',
    fallback: 5,
    min: 1,
    max: 1_440,
    unit: 'minutes',
    sentence: 'The shortest time between two checks of a URL between crawls.',
  }),
  smtpUrl: secret({
    name: 'smtp-url',
    form: 'URL such as smtps://name:password@mail.example.com:465',
    sentence: 'Mail server for alerts by e-mail; without it alerts go to webhooks only.',
  }),
  mailFrom: text({
    name: 'mail-from',
    fallback: 'sitesounder@localhost',
    form: 'e-mail address',
    sentence: 'Sender of alerts by e-mail.',
  }),
}
