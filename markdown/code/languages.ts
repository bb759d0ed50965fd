import { LANGUAGE_TABLE } from './language-table.ts'

let names: ReadonlyMap<string, string> | undefined

/** Language names by the words for them. Built for the first text with code. */
function namesByWord(): ReadonlyMap<string, string> {
  const byWord = new Map<string, string>()
  for (const entry of LANGUAGE_TABLE.split(/[|\n]/)) {
    const [name = '', words = ''] = entry.split(':')
    for (const word of words.split(' ')) byWord.set(word || name.toLowerCase(), name)
  }
  return byWord
}

/** The name of a language for any of its words. Unknown words stay unchanged. */
export function languageNamed(typed: string): string {
  names ??= namesByWord()
  return names.get(typed.toLowerCase()) ?? typed
}
