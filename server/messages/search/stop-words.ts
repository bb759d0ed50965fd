/**
 * English words that search ignores, because nearly every message has them. Clients get the list from register and do
 * not highlight these words.
 */
export const STOP_WORDS: readonly string[] = `
  a about above after again against all am an and any are as at be because been before being below between both but by
  can d did do does doing don down during each few for from further had has have having he her here hers herself him
  himself his how i if in into is it its itself just ll m me more most my myself no nor not now of off on once only or
  other our ours ourselves out over own re s same she should so some such t than that the their theirs them themselves
  then there these they this those through to too under until up ve very was we were what when where which while who
  whom why will with you your yours yourself yourselves`
  .trim()
  .split(/\s+/)

const KNOWN: ReadonlySet<string> = new Set(STOP_WORDS)

export const isStopWord = (word: string): boolean => KNOWN.has(word)
