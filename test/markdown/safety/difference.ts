/** The first difference of two texts, with its context. */
export function difference(first: string, second: string): string {
  let at = 0
  while (at < first.length && first[at] === second[at]) at += 1
  const around = (text: string) => JSON.stringify(text.slice(Math.max(0, at - 30), at + 30))
  return `${around(first)} became ${around(second)}`
}
