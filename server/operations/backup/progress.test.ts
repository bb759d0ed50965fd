import { afterEach, expect, test, vi } from 'vitest'
import { Progress } from './progress.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.restoreAllMocks()
})

test('says every two seconds how far it is, on standard error', () => {
  vi.useFakeTimers()
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  const progress = new Progress('Backing up')
  progress.tables = 1
  progress.step(524_288)
  vi.advanceTimersByTime(1_900)
  progress.step(0)
  expect(written).not.toHaveBeenCalled()
  vi.advanceTimersByTime(100)
  progress.files = 2
  progress.step(524_288)
  progress.step(524_288)
  expect(written.mock.calls).toEqual([['Backing up: 2 files, 1 table, 1.0 MiB\n']])
})
