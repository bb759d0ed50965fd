const A = 0x41
const SHORTEST = 2
const LONGEST = SHORTEST + 25

/** Encodes a word by its difference from the previous one: `C` and the rest, for a shared prefix of four characters. */
export function frontCode(before: string, word: string): string {
  let shared = 0
  while (shared < LONGEST && shared < before.length && before[shared] === word[shared]) shared++
  return shared < SHORTEST ? word : String.fromCharCode(A + shared - SHORTEST) + word.slice(shared)
}

export function readFrontCode(before: string, coded: string): string {
  const shared = coded.charCodeAt(0) - A
  return shared >= 0 && shared < 26 ? before.slice(0, shared + SHORTEST) + coded.slice(1) : coded
}
