/**
 * The name, or the name with ` (imported)` behind it if it is taken. It is cut where it is longer than the limit, which
 * counts code points.
 */
export function freeName(name: string, most: number, isTaken: (name: string) => boolean, mark = ' (imported)'): string {
  const whole = cut(name, most)
  if (!isTaken(whole)) return whole
  for (let n = 1; ; n += 1) {
    const ending = n === 1 ? mark : mark.replace(/\)?$/, (end) => ` ${n}${end}`)
    const candidate = cut(name, most - [...ending].length) + ending
    if (!isTaken(candidate)) return candidate
  }
}

export const cut = (text: string, most: number): string => {
  const points = [...text]
  return points.length <= most ? text : points.slice(0, most).join('').trimEnd()
}
