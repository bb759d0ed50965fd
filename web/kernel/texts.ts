import { type I18n, setupI18n } from '@lingui/core'
import { compileMessage } from '@lingui/message-utils/compileMessage'
import en from '../locales/en.json' with { type: 'json' }

export type TextKey = keyof typeof en

const i18n: I18n = setupI18n({ locale: 'en', messages: { en } })
const compiled = new Map<string, ReturnType<typeof compileMessage>>()
// The library would compile a text each time that it is shown.
i18n.setMessagesCompiler((text) => {
  const known = compiled.get(text) ?? compileMessage(text)
  compiled.set(text, known)
  return known
})

/** The text of the interface with this key, in the language of the reader. */
export const t = (key: TextKey, values?: Record<string, string | number>): string => i18n._(key, values)

const lists = new Intl.ListFormat('en', { style: 'long', type: 'conjunction' })

/** `Ann, Ben and Cy`, inside a sentence. */
export const listOf = (names: readonly string[]): string => lists.format(names)

const titles = new Intl.ListFormat('en', { style: 'short', type: 'unit' })

/** `Ann, Ben, Cy`, as the name of their conversation. */
export const titleOfPeople = (names: readonly string[]): string => titles.format(names)
