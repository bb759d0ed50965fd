import type { CDPSession, Page } from 'playwright-core'
import type { Scenario } from '../scenario.ts'
import { measureKeys, timeKey } from '../web/key-time.ts'

/** Everything, channels and topics, people, actions. */
const STARTS = ['', '#', '@', '>']
/** The first letter looks at every name. Backspace begins again with a shorter text. */
const KEYS = ['a', 'n', 'Backspace', 'Backspace', 'm', 'a', 'r', 'Backspace', 'ArrowDown', 'ArrowUp']
const NAME = 'Go to or do anything'

export const palette: Scenario = {
  id: 'W8',
  title: 'typing in the palette: processor time of the scripts for a key, of which 95 in 100 take less',
  run: (bench) => measureKeys(bench, 'W8', typeRound),
}

/** Milliseconds of the processor for each key. */
async function typeRound(page: Page, session: CDPSession): Promise<number[]> {
  const field = page.getByRole('combobox', { name: NAME, exact: true })
  const times: number[] = []
  for (const start of STARTS) {
    await page.keyboard.press('Control+k')
    await field.waitFor()
    if (start !== '') await page.keyboard.type(start)
    await page.getByRole('listbox', { name: NAME }).getByRole('option').first().waitFor()
    for (const key of KEYS) times.push(await timeKey(page, session, key))
    await page.keyboard.press('Escape')
    await field.waitFor({ state: 'detached' })
  }
  return times
}
