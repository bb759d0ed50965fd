/** The colours of the design, which have enough contrast in both themes, beside the hue of each. */
const HUES: readonly (readonly [string, number])[] = [
  ['brick', 4],
  ['clay', 18],
  ['ochre', 42],
  ['moss', 90],
  ['spruce', 162],
  ['teal', 182],
  ['lake', 200],
  ['cobalt', 222],
  ['iris', 252],
  ['plum', 290],
  ['rose', 335],
]
const MIN_SATURATION = 0.12

const distance = (a: number, b: number): number => Math.min(Math.abs(a - b), 360 - Math.abs(a - b))

/** The name of the design's colour that is nearest to the one that a person chose, `#76ce90`. */
export function channelColor(hex: string | undefined): string {
  const [red = 0, green = 0, blue = 0] = (hex?.match(/[\da-f]{2}/gi) ?? []).map(
    (part) => Number.parseInt(part, 16) / 255,
  )
  const [most, least] = [Math.max(red, green, blue), Math.min(red, green, blue)]
  const range = most - least
  if (range < MIN_SATURATION) return 'slate'
  const sector =
    most === red
      ? ((green - blue) / range + 6) % 6
      : most === green
        ? (blue - red) / range + 2
        : (red - green) / range + 4
  const [nearest] = [...HUES].sort(([, a], [, b]) => distance(a, sector * 60) - distance(b, sector * 60))
  return nearest?.[0] ?? 'slate'
}
