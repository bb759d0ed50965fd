/**
 * A lookup table of ASCII characters. For a few characters it is cheaper than a pattern, and for many it is more
 * expensive.
 */
export function tableOf(characters: string): Uint8Array {
  const table = new Uint8Array(128)
  for (let index = 0; index < characters.length; index++) table[characters.charCodeAt(index)] = 1
  return table
}

export const isAmong = (table: Uint8Array, code: number): boolean => code < 128 && table[code] === 1
