import { t } from '../../kernel/texts.ts'
import { clockTime, serverNow, shortDay } from '../../kernel/time.ts'
import { timePresets, toField } from '../../kernel/time-presets.ts'
import type { CommandQuery, TimeQuery } from './query-at.ts'
import type { Suggestion } from './suggestion.ts'

const COMMANDS = [
  { word: 'poll', icon: 'poll' },
  { word: 'todo', icon: 'todo' },
  { word: 'me', icon: 'user' },
] as const

/** What a message can begin with. */
export const suggestCommands = ({ typed }: CommandQuery): Suggestion[] =>
  COMMANDS.filter(({ word }) => word.startsWith(typed.toLowerCase())).map(({ word, icon }) => ({
    key: `command:${word}`,
    name: `/${word}`,
    note: t(`typeahead.command.${word}`),
    text: `/${word} `,
    picture: { icon },
  }))

const MINUTE = 60

/** `+02:00` */
function zoneOf(seconds: number): string {
  const minutes = -new Date(seconds * 1000).getTimezoneOffset()
  const digits = (value: number) => String(Math.floor(Math.abs(value))).padStart(2, '0')
  return `${minutes < 0 ? '-' : '+'}${digits(minutes / MINUTE)}:${digits(minutes % MINUTE)}`
}

/** The mark of a time, which each reader sees in a zone of their own. */
export const timeMark = (seconds: number): string => `<time:${toField(seconds)}:00${zoneOf(seconds)}>`

function asSuggestion(at: number, note: string): Suggestion {
  const name = `${shortDay(at)}, ${clockTime(at)}`
  return { key: `time:${note}`, name, note, text: `${timeMark(at)} `, picture: { icon: 'clock' } }
}

const CLOCK = /(\d{1,2})(?:[:.](\d{2}))?\s*(am|pm)?\s*$/i
const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']

/** Understands `14:30`, `tomorrow 9`, `friday 3pm` and dates that the browser understands. */
export function readTime(typed: string, now: number): number | undefined {
  const words = typed.trim().toLowerCase()
  const exact = /^\d{4}-\d{2}-\d{2}/.test(words) ? new Date(typed.trim()).getTime() / 1000 : Number.NaN
  if (!Number.isNaN(exact)) return exact
  const clock = CLOCK.exec(words)
  if (!clock) return undefined
  const day = words.slice(0, clock.index).trim()
  const date = new Date(now * 1000)
  const weekday = DAYS.findIndex((name) => day.length >= 3 && name.startsWith(day))
  const isTomorrow = day.length >= 3 && 'tomorrow'.startsWith(day)
  if (day !== '' && !isTomorrow && weekday < 0 && day !== 'today') return undefined
  const later = isTomorrow ? 1 : weekday < 0 ? 0 : (weekday - date.getDay() + 7) % 7 || 7
  const half = { am: 0, pm: 12 }[clock[3] ?? '']
  const hour = half === undefined ? Number(clock[1]) : (Number(clock[1]) % 12) + half
  const minute = Number(clock[2] ?? 0)
  if (hour > 23 || minute > 59) return undefined
  return new Date(date.getFullYear(), date.getMonth(), date.getDate() + later, hour, minute).getTime() / 1000
}

/** The time that was typed, and times that people usually mean. */
export function suggestTimes({ typed }: TimeQuery): Suggestion[] {
  const now = serverNow()
  const read = readTime(typed, now)
  const usual = timePresets(now)
    .map(({ key, at }) => ({ at, note: t(`time.${key}`) }))
    .filter(({ note }) => note.toLowerCase().includes(typed.trim().toLowerCase()))
  return [
    ...(read === undefined ? [] : [asSuggestion(read, t('typeahead.time.typed'))]),
    ...(typed.trim() === '' ? [asSuggestion(Math.floor(now / MINUTE) * MINUTE, t('typeahead.time.now'))] : []),
    ...usual.map(({ at, note }) => asSuggestion(at, note)),
  ]
}
