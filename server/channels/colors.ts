/** The colours of new subscriptions in order: twenty-four distinguishable hues. */
const PALETTE: readonly string[] = Array.from({ length: 24 }, (_, index) =>
  hex((index * 155) % 360, index % 2 ? 62 : 48),
)

/** The first colour that the person does not use yet. If all are used, the recipient id of messages decides. */
export const pickColor = (used: ReadonlySet<string>, recipientId: number): string =>
  PALETTE.find((color) => !used.has(color)) ?? PALETTE[recipientId % PALETTE.length]!

/** A hue with medium saturation, as `#rrggbb`. */
function hex(hue: number, lightness: number): string {
  const spread = 0.55 * Math.min(lightness, 100 - lightness)
  const channel = (offset: number) => {
    const k = (offset + hue / 30) % 12
    const value = lightness - spread * Math.max(-1, Math.min(k - 3, 9 - k, 1))
    return Math.round(value * 2.55)
      .toString(16)
      .padStart(2, '0')
  }
  return `#${channel(0)}${channel(8)}${channel(4)}`
}
