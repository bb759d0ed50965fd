import { foldCase } from '../../api/fold-case.ts'

/** Names as people type them: without case and without accents, so that `ines` finds `Inês`. */
export const foldName = (name: string): string => foldCase(name.normalize('NFKD').replace(/\p{M}+/gu, ''))

const WORD = /[^\p{L}\p{N}]/u

/** How well a folded name fits a folded text: 0 is the best. Null if it does not. */
export function fitOf(name: string, typed: string): number | null {
  const at = name.indexOf(typed)
  if (at < 0) return null
  if (at === 0) return name.length === typed.length ? 0 : 1
  for (let next = at; next >= 0; next = name.indexOf(typed, next + 1)) if (WORD.test(name[next - 1] ?? '')) return 2
  return 3
}
