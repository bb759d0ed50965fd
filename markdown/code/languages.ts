import { LANGUAGE_TABLE } from './language-table.ts'

let names: ReadonlyMap<string, string> | undefined

/** The name of a language by what may be typed for it. Made when the first text has code. */
function namesByWord(): ReadonlyMap<string, string> {
  const byWord = new Map<string, string>()
  for (const entry of LANGUAGE_TABLE.split(/[|\n]/)) {
    const [name = '', words = ''] = entry.split(':')
    for (const word of words.split(' ')) byWord.set(word || name.toLowerCase(), name)
  }
  return byWord
}

/** The name of a language, whichever of its words was typed; a word that is not known stays as it is. */
export function languageNamed(typed: string): string {
  names ??= namesByWord()
  return names.get(typed.toLowerCase()) ?? typed
}
