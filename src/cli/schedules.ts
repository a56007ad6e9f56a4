import { terminalText } from '#report/terminal-text.ts'
import { type PlannedSchedule, scheduleEndpoints } from '#shared/api/schedules.ts'
import { AppError } from '#shared/errors.ts'
import { scheduleFrequencies, scheduleText, weekdays } from '#shared/schedule.ts'
import { type Command, type CommandInput, EXIT_FAILED, UsageError } from './command.ts'
import { JSON_OPTION, jsonFlag, printResult, textTable } from './result.ts'
import { SERVER_OPTIONS, serverCaller } from './server-call.ts'

const actions = ['list', 'set', 'pause', 'resume', 'delete'] as const
type Action = (typeof actions)[number]

export const command: Command = {
  flags: {
    every: { type: 'string', choices: ['day', 'week', 'month'] },
    at: { type: 'string' },
    on: { type: 'string' },
    cron: { type: 'string' },
    'time-zone': { type: 'string' },
    ...jsonFlag,
  },
  words: actions,
  help: {
    usage: `\
  sitesounder schedules list                  schedules of a running server, with the ids of their websites
  sitesounder schedules set ID [options]      crawl a website on a schedule
  sitesounder schedules pause|resume ID       pause or resume a schedule
  sitesounder schedules delete ID             delete a schedule; the crawls stay`,
    options: `\
  --every day|week|month  of set: how often (day)
  --at HH:MM           of set: time of the day (03:00)
  --on DAY             of set: the weekday, such as monday, or the day of the month, 1 to 28
  --cron EXPRESSION    of set: minute, hour, day of the month, month and weekday, in place of --every, --at and --on
  --time-zone NAME     of set: such as Europe/Berlin (the time zone of this machine)
${SERVER_OPTIONS}
${JSON_OPTION}`,
    exitCodes: '0 done, 1 refused, 2 wrong usage.',
    examples: `\
  sitesounder schedules set 12 --every week --on monday --at 04:30
  sitesounder schedules set 12 --cron "0 6 * * 1-5" --time-zone Europe/Berlin`,
  },
  failedCode: EXIT_FAILED,
  run: schedulesCommand,
}

/** `sitesounder schedules`: when websites of a running server are crawled by themselves, by its API and an API key of its user. */
async function schedulesCommand(input: CommandInput): Promise<number> {
  const { action, id } = readRequest(input.operands)
  const given = [...input.flags.keys()].find(name => name in command.flags && !(name in jsonFlag))
  if (given !== undefined && action !== 'set') throw new UsageError(`--${given} is no option of schedules ${action}.`)
  const body = action === 'set' ? scheduleOf(input.flags) : null
  const call = serverCaller(input.settings)
  const planned = async (row: (typeof scheduleEndpoints)['websiteSchedule' | 'setSchedule'], sent?: unknown) =>
    scheduleEndpoints.websiteSchedule.response.parse(await call({ row, id, ...(sent !== undefined && { body: sent }) }))
      .planned
  const say = (text: string, json: unknown) => printResult(input.flags, { text, json })
  const sayNext = (next: PlannedSchedule | null) => say(nextText(next), { planned: next })
  if (action === 'list') {
    const schedules = scheduleEndpoints.listSchedules.response.parse(
      await call({ row: scheduleEndpoints.listSchedules }),
    )
    say(schedulesTable(schedules), schedules)
  } else if (action === 'delete') {
    await call({ row: scheduleEndpoints.deleteSchedule, id })
    say('The schedule is deleted.\n', { planned: null })
  } else if (action === 'set') sayNext(await planned(scheduleEndpoints.setSchedule, body))
  else {
    const before = await planned(scheduleEndpoints.websiteSchedule)
    if (before === null)
      throw new AppError('not-found', `The website ${id} has no schedule: schedules set ${id} adds one.`)
    const changed = { ...before.schedule, isPaused: action === 'pause' }
    sayNext(await planned(scheduleEndpoints.setSchedule, changed))
  }
  return 0
}

function readRequest(operands: readonly string[]): { action: Action; id: string } {
  const [typed = '', id, ...more] = operands
  const action = actions.find(each => each === typed)
  if (action === undefined || more.length > 0)
    throw new UsageError(`Say what to do: schedules list, or schedules ${actions.slice(1).join(', ')} with an ID.`)
  if (action === 'list') {
    if (id !== undefined) throw new UsageError('schedules list takes no ID.')
    return { action, id: '' }
  }
  if (id === undefined || !/^\d+$/.test(id))
    throw new UsageError(`Name the website by its number: schedules ${action} ID. "crawls list" shows it.`)
  return { action, id }
}

/** The body of the request; the server checks its texts. */
function scheduleOf(flags: ReadonlyMap<string, string>) {
  const timeZone = flags.get('time-zone') ?? Intl.DateTimeFormat().resolvedOptions().timeZone
  const cron = flags.get('cron')
  if (cron !== undefined) {
    const other = ['every', 'at', 'on'].find(name => flags.has(name))
    if (other !== undefined) throw new UsageError(`--cron says when already: leave out --${other}.`)
    return { frequency: 'cron', cron, timeZone }
  }
  const every = flags.get('every') ?? 'day'
  const frequency = { day: 'daily', week: 'weekly', month: 'monthly' }[every]
  if (!scheduleFrequencies.some(each => each === frequency))
    throw new UsageError(`--every must be day, week or month, not “${every}”.`)
  const at = flags.get('at')
  return { frequency, timeZone, ...(at !== undefined && { time: at }), ...dayOf(every, flags.get('on')) }
}

function dayOf(every: string, on: string | undefined): { weekday?: number; day?: number } {
  if (on === undefined) return {}
  if (every === 'week') {
    const weekday = weekdays.findIndex(each => each.toLowerCase() === on.toLowerCase())
    if (weekday < 0) throw new UsageError(`--on must be a weekday such as monday, not “${on}”.`)
    return { weekday }
  }
  if (every !== 'month') throw new UsageError('--on is an option of --every week and --every month.')
  return { day: Number(on) }
}

function nextText(planned: PlannedSchedule | null): string {
  if (planned === null) return 'The website has no schedule.\n'
  const when = terminalText(scheduleText(planned.schedule))
  if (planned.nextRunAt === null) return `${when}: paused.\n`
  return `${when}. The next crawl begins at ${minuteText(planned.nextRunAt)}.\n`
}

const HEADINGS = ['id', 'state', 'next crawl', 'schedule', 'url']

/** Schedules for a person at a terminal, one a line below a line of headings. */
export function schedulesTable(schedules: readonly PlannedSchedule[]): string {
  if (schedules.length === 0) return 'There are no schedules.\n'
  const rows = schedules.map(({ websiteId, state, nextRunAt, schedule, url }) => [
    String(websiteId),
    state,
    nextRunAt === null ? 'none' : minuteText(nextRunAt),
    terminalText(scheduleText(schedule)),
    terminalText(url),
  ])
  return textTable([HEADINGS, ...rows])
}

function minuteText(iso: string): string {
  return `${iso.slice(0, 16).replace('T', ' ')} UTC`
}
