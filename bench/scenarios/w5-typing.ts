import type { CDPSession, Page } from 'playwright-core'
import type { Scenario } from '../scenario.ts'
import { measureKeys, timeKey } from '../web/key-time.ts'

/** Each begins a list of people, channels or emoji. Suggestions for a colon need two letters. */
const STARTS = ['@', '#', ':s']
/** They narrow the list and widen it again. */
const LETTERS = [
  'a',
  'e',
  'Backspace',
  'Backspace',
  'm',
  'a',
  'Backspace',
  'Backspace',
  't',
  'r',
  'Backspace',
  'Backspace',
]

export const typing: Scenario = {
  id: 'W5',
  title:
    'typing in the composer while suggestions are open: processor time of the scripts for a key, of which 95 in 100 take less',
  run: (bench) => measureKeys(bench, 'W5', typeRound),
}

/** Milliseconds of the processor for each key. */
async function typeRound(page: Page, session: CDPSession): Promise<number[]> {
  const field = page.getByRole('textbox', { name: 'Message', exact: true })
  const times: number[] = []
  for (const start of STARTS) {
    await field.fill('hello ')
    await field.press('End')
    await page.keyboard.type(start)
    for (const key of LETTERS) times.push(await timeKey(page, session, key))
    if (start === ':s') await page.keyboard.type('m')
    await page.getByRole('listbox', { name: 'Suggestions' }).waitFor()
  }
  await field.fill('')
  return times
}
