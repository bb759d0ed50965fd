import { expect, test } from 'vitest'
import { fromField, timePresets, toField } from './time-presets.ts'

const at = (text: string): number => new Date(text).getTime() / 1000
const keysAt = (text: string) => timePresets(at(text)).map(({ key }) => key)

test('offers the usual times of a weekday', () => {
  // A Tuesday.
  expect(timePresets(at('2026-11-17T10:20:30'))).toEqual([
    { key: 'hour', at: at('2026-11-17T11:21:00') },
    { key: 'evening', at: at('2026-11-17T18:00:00') },
    { key: 'tomorrow', at: at('2026-11-18T09:00:00') },
    { key: 'monday', at: at('2026-11-23T09:00:00') },
  ])
})

test('offers no time twice, and none that is over', () => {
  expect(keysAt('2026-11-17T17:30:00')).not.toContain('evening')
  // Tomorrow is Monday.
  expect(keysAt('2026-11-22T08:00:00')).not.toContain('monday')
})

test('reads what it writes into the field', () => {
  const time = at('2027-02-03T04:05:00')
  expect(toField(time)).toBe('2027-02-03T04:05')
  expect(fromField(toField(time))).toBe(time)
  expect(fromField('')).toBeNull()
})
